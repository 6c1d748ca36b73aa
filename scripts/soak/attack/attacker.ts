// One attack, named by the argument, in a process of its own. It prepares it and reports that it is ready, receives the target, attacks
// until it receives `stop`, and sends its tally.
import { type AttackName, attacks } from './attacks.ts'
import type { Tally, Target } from './target.ts'

export interface Orders {
  target: Target
  /** The process ends after this time, even if nothing stops it. */
  mostMs: number
}

const run = attacks[process.argv[2] as AttackName]()
const tally: Tally = {}

process.on('message', (message: Orders | 'stop') => {
  if (message === 'stop') process.send?.(tally, () => process.exit())
  else void attack(message)
})
// The process that started this one has ended.
process.once('disconnect', () => process.exit())
process.send?.('ready')

async function attack({ target, mostMs }: Orders): Promise<void> {
  setTimeout(() => process.exit(), mostMs)
  await run(target, (outcome) => {
    tally[outcome] = (tally[outcome] ?? 0) + 1
  })
}

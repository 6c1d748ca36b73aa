// One attack in a process of its own. It reports that it is ready, receives the attack and the target, attacks until it
// receives `stop`, and sends its tally.
import { type AttackName, attacks } from './attacks.ts'
import type { Tally, Target } from './target.ts'

export interface Orders {
  attack: AttackName
  target: Target
  /** The process ends after this time, even if nothing stops it. */
  mostMs: number
}

const tally: Tally = {}

process.on('message', (message: Orders | 'stop') => {
  if (message === 'stop') process.send?.(tally, () => process.exit())
  else void attack(message)
})
// The process that started this one has ended.
process.once('disconnect', () => process.exit())
process.send?.('ready')

async function attack({ attack: name, target, mostMs }: Orders): Promise<void> {
  setTimeout(() => process.exit(), mostMs)
  await attacks[name](target, (outcome) => {
    tally[outcome] = (tally[outcome] ?? 0) + 1
  })
}

// One attack in a process of its own: it says when it is ready, is sent the attack and the target, works until it is
// sent `stop`, and sends back its tally.
import { type AttackName, attacks } from './attacks.ts'
import type { Tally, Target } from './target.ts'

export interface Orders {
  attack: AttackName
  target: Target
  /** The process ends after so long even where nobody stops it. */
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

// One attack, named by the argument, in a process of its own. It receives the target, attacks until it receives `stop`, and sends its tally.
import { attackNamed } from './attacks.ts'
import type { Target } from './stage.ts'

const run = attackNamed[process.argv[2] ?? '']
const tally: Record<string, number> = {}

process.on('message', (message: Target | 'stop') => {
  if (message === 'stop') process.send?.(tally, () => process.exit())
  else
    void run?.(message, (outcome) => {
      tally[outcome] = (tally[outcome] ?? 0) + 1
    })
})
// The process that started this one has ended.
process.once('disconnect', () => process.exit())

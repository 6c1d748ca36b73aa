// node scripts/soak/attack.ts [ROW ...|all|fairness|defaults] [--seconds N]: attackers in processes of their own against the
// real server with its default limits, while a shop pushes to it; and, for comparison, the same attackers against a server that does
// nothing, while the shop pushes to storewire. Exits with 1 if a row fails. Memory is read from /proc: Linux only.
import { parseArgs } from 'node:util'
import { runDefaults } from './attack/defaults.ts'
import { measure } from './attack/measure.ts'
import { endAllAtExit } from './attack/processes.ts'
import { type AttackResult, attackTable, details } from './attack/report.ts'
import { type AttackRow, fairness, rows } from './attack/rows.ts'
import { FLOOR, MOST_MEMORY_MB, problems, RATIO, unfair } from './attack/verdict.ts'

/** A shorter run has no bulk call. */
const [LEAST_SECONDS, MOST_SECONDS] = [2, 600]
/** 480 pushes: with fewer ones their p99 would be the slowest or the second slowest. */
const SECONDS = 60

const { values, positionals } = parseArgs({ options: { seconds: { type: 'string' } }, allowPositionals: true })
const seconds = values.seconds === undefined ? undefined : Number(values.seconds)
const names = positionals.length > 0 ? positionals : ['all']
const known = [...rows, fairness].map(({ id }) => id)
const unknown = names.filter((name) => ![...known, 'all', 'defaults'].includes(name))
if (unknown.length > 0) usage(`unknown row: ${unknown.join(', ')}`)
if (seconds !== undefined && !(seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS))
  usage(`--seconds: not from ${LEAST_SECONDS} to ${MOST_SECONDS}`)

function usage(problem: string): never {
  console.error(`${problem}. Rows: all, ${known.join(', ')}, defaults.`)
  process.exit(2)
}

async function run(row: AttackRow, judge: typeof unfair): Promise<AttackResult> {
  const duration = seconds ?? row.seconds ?? SECONDS
  const control = await measure(row, duration, true)
  const attacked = await measure(row, duration, false)
  return { id: row.id, title: row.title, attacked, control, problems: judge(attacked, control) }
}

endAllAtExit()
const chosen = rows.filter(({ id }) => names.includes(id) || names.includes('all'))
const results: AttackResult[] = []
for (const row of chosen) {
  const result = await run(row, (attacked, control) => problems(attacked, control, row.mostDiskMb))
  console.log(`${details(result)}\n`)
  results.push(result)
}
if (names.includes('fairness')) {
  const result = await run(fairness, unfair)
  console.log(`${details(result)}\n`)
  results.push(result)
}
if (results.length > 0) {
  console.log(attackTable(results))
  console.log(`\nPasses: at most ${RATIO} times the control, or push p99 ${FLOOR.push} ms, bulk ${FLOOR.bulk} ms; memory
below ${MOST_MEMORY_MB} MB; nothing refused to the shop; settled within 10 s after it.
Fairness: the median at most ${RATIO} times the control's, or ${FLOOR.median} ms.`)
}
const refused = names.includes('defaults') ? await runDefaults(seconds) : []
for (const problem of refused) console.log(problem)
process.exit(results.some(({ problems: found }) => found.length > 0) || refused.length > 0 ? 1 : 0)

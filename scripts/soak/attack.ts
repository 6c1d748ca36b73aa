// node scripts/soak/attack.ts [ATTACK ...|all] [--seconds N]: strangers and shops attack a server with its default limits, from
// processes of their own, while another shop pushes to it. Exits with 1 if it suffers more than it may. Linux only.
import { parseArgs } from 'node:util'
import { attacks } from './attack/attacks.ts'
import { measure } from './attack/measure.ts'
import { limits, problems } from './attack/verdict.ts'

const { values, positionals } = parseArgs({
  // Of fewer than 240 pushes the p99 is the slowest or the second slowest.
  options: { seconds: { type: 'string', default: '30' } },
  allowPositionals: true,
})
const seconds = Number(values.seconds)
const strangers = Object.keys(attacks.strangers)
const rows = [
  ...strangers.map((name) => ({ name, by: 'strangers' as const, together: [name] })),
  { name: 'together', by: 'strangers' as const, together: strangers },
  ...Object.keys(attacks.shops).map((name) => ({ name, by: 'shops' as const, together: [name] })),
]
const isAll = positionals.length === 0 || positionals.includes('all')
const unknown = positionals.filter((name) => name !== 'all' && !rows.some((row) => row.name === name))
if (unknown.length > 0 || !(seconds >= 2 && seconds <= 600)) {
  const problem = unknown.length > 0 ? `unknown attack: ${unknown.join(', ')}` : '--seconds: not from 2 to 600'
  console.error(`${problem}. Attacks: all, ${rows.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

console.log('by         attack            p99 ms  max ms  median  after  max MB  after')
for (const { name, by, together } of rows.filter((row) => isAll || positionals.includes(row.name))) {
  const measured = await measure(together, seconds)
  const { p99, worst, before, settled, memory, tallies } = measured
  const figures = [p99, worst, before, settled, memory.peak, memory.after]
  const widths = [7, 8, 8, 7, 8, 7]
  const cells = figures.map((figure, index) => figure.toFixed(figure < 100 ? 1 : 0).padStart(widths[index] ?? 0))
  const found = problems(by, measured)
  console.log(`${by.padEnd(10)} ${name.padEnd(17)}${cells.join('')}  ${found.length === 0 ? 'ok' : 'FAILED'}`)
  for (const line of [...found, ...tallies]) console.log(`           ${line}`)
  if (found.length > 0) process.exitCode = 1
}
console.log(`Passes: no push fails, and 10 s later all is as before. Strangers: push p99 at most ${limits.strangers.p99} ms, memory
below ${limits.strangers.memoryMb} MB. Shops: no push of another shop takes more than ${limits.shops.worst} ms, memory below ${limits.shops.memoryMb} MB.`)

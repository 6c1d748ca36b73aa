import type { Measured } from './measure.ts'

/** A row with its measurements. */
export interface AttackResult {
  id: string
  title: string
  attacked: Measured
  control: Measured
  problems: string[]
}

const WIDTH = 80
const HEAD = ['', '', 'push', '', 'bulk', 'health', 'memory', ''] as const
const NAMES = ['row', 'attack', 'p99 ms', 'control', 'max ms', 'max ms', 'max MB', ' result'] as const
const WIDTHS = [9, 22, -8, -8, -8, -8, -8, 7] as const

/** All rows in one table of 80 columns, each problem below it. */
export function attackTable(results: AttackResult[]): string {
  const lines = results.map(({ id, title, attacked, control, problems }) =>
    line([
      id,
      title,
      number(attacked.pushes.during.p99),
      number(control.pushes.during.p99),
      number(attacked.bulk.worst),
      number(attacked.health.worst),
      attacked.memory.peak.toFixed(0),
      problems.length === 0 ? ' ok' : ' FAILED',
    ]),
  )
  const found = results.flatMap(({ id, problems }) => problems.map((problem) => wrapped(`${id}: ${problem}`)))
  return [line(HEAD), line(NAMES), '-'.repeat(WIDTH), ...lines, ...(found.length > 0 ? ['', ...found] : [])].join('\n')
}

/** The result of one row right after its run: both medians, memory, and the attackers' responses. */
export function details({ id, attacked, control }: AttackResult): string {
  const { pushes, memory, diskMb, tallies } = attacked
  const got = tallies.map(([attack, tally]) => {
    const outcomes = Object.entries(tally).map(([outcome, times]) => `${outcome} ${times}×`)
    return wrapped(`${attack} got ${outcomes.join(', ') || 'nothing'}`)
  })
  return [
    wrapped(
      `${id}: median push ${number(pushes.before.median)} ms before, ${number(pushes.during.median)} under attack (control ${number(control.pushes.during.median)}), ${number(pushes.settled.median)} after`,
    ),
    wrapped(
      `memory ${memory.before.toFixed(0)} MB before, ${memory.peak.toFixed(0)} at most, ${memory.settled.toFixed(0)} after; the database grew by ${diskMb.toFixed(1)} MB`,
    ),
    ...got,
  ].join('\n')
}

function line(cells: readonly string[]): string {
  return cells
    .map((cell, index) => {
      const width = WIDTHS[index] ?? 0
      return width < 0 ? cell.padStart(-width) : cell.padEnd(width)
    })
    .join('')
    .trimEnd()
}

const number = (value: number) => value.toFixed(value < 100 ? 1 : 0)

/** Text in lines of at most 80 columns, all but the first one indented. */
function wrapped(text: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(last === undefined ? word : `  ${word}`)
  }
  return lines.join('\n')
}

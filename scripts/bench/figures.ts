import { appendFileSync, readFileSync } from 'node:fs'

/** Set by bench:all for the benchmarks that it runs. */
const FILE = process.env.BENCH_FIGURES

/** Stores a figure for bench:all under its name in the table of README.md. */
export function report(name: string, value: number): void {
  if (FILE) appendFileSync(FILE, `${JSON.stringify({ name, value })}\n`)
}

/** The figures of all benchmarks that ran with this file, by name. */
export function reportedIn(file: string): Map<string, number> {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return new Map(
    lines.map((line) => JSON.parse(line) as { name: string; value: number }).map(({ name, value }) => [name, value]),
  )
}

export interface Promised {
  name: string
  what: string
  /** As in the table: `≥ 0.55`, `≤ 250 ms`. */
  bound: string
  isKept(value: number): boolean
}

/** The table of promised figures in README.md. @throws Error for a row that can't be read */
export function promisedFigures(markdown: string): Promised[] {
  const [, table = ''] = /<!-- promised figures -->\n([\s\S]*?)\n\n/.exec(markdown) ?? []
  return table
    .split('\n')
    .slice(2)
    .map((line) => {
      const [, name = '', what = '', bound = ''] = line.split('|').map((cell) => cell.trim())
      const [, sign, limit] = /^([≥≤]) ([\d.]+)/.exec(bound) ?? []
      if (!sign) throw new Error(`scripts/bench/README.md promises nothing that can be read here: ${line}`)
      const isKept = (value: number) => (sign === '≥' ? value >= Number(limit) : value <= Number(limit))
      return { name: name.replaceAll('`', ''), what, bound, isKept }
    })
}

// npm run bench:all: the short form of every benchmark, one after another, and their figures beside those that README.md beside it promises.
// Run it before and after a change of a hot path, on a machine that does nothing else. A short form varies more than the full one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildExecutable } from '../build.ts'
import { promisedFigures, reportedIn } from './figures.ts'

/** Each with the arguments that make it short. */
const BENCHMARKS: [file: string, args: string[]][] = [
  ['push.ts', ['--rounds', '3', '--objects', '12000', '--warm-up', '4000']],
  ['import.ts', ['40000', '100000']],
  ['foreground.ts', ['2']],
  ['search.ts', ['20000']],
  ['segments.ts', ['--customers', '50000', '--orders', '50000', '--rounds', '3']],
  ['console.ts', ['--orders', '20000', '--rounds', '3', '--samples', '20', '--pushes', '6000']],
  ['refunds.ts', ['400']],
  ['client.ts', ['20000', '1']],
  ['dev.ts', ['3']],
  ['start.ts', ['5']],
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'storewire-bench-all-'))
const figures = join(folder, 'figures')
try {
  const executable = join(folder, 'storewire')
  await buildExecutable(executable)
  for (const [file, args] of BENCHMARKS) {
    console.error(`${file} ${args.join(' ')}`)
    const { status } = spawnSync(process.execPath, [join(root, 'scripts/bench', file), ...args], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, BENCH_FIGURES: figures, BENCH_EXECUTABLE: executable },
    })
    if (status !== 0) throw new Error(`${file} failed`)
  }
  const measured = existsSync(figures) ? reportedIn(figures) : new Map<string, number>()
  let kept = true
  for (const { name, what, bound, isKept } of promisedFigures(
    readFileSync(join(root, 'scripts/bench/README.md'), 'utf8'),
  )) {
    const value = measured.get(name)
    if (value === undefined) throw new Error(`no benchmark reports ${name}`)
    kept &&= isKept(value)
    console.log(`${isKept(value) ? '  ' : '! '}${what.padEnd(52)} ${value.toPrecision(3).padStart(7)}   ${bound}`)
  }
  process.exitCode = kept ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

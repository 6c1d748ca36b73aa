// npm run bench:start: the time from the start to the first response on a new database, the executable and the checkout in turn.
// Prints milliseconds and the ratio to the checkout, since machines drift.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { report } from './figures.ts'
import { median } from './load.ts'
import { CHECKOUT, startStorewire } from './servers.ts'

const ROUNDS = Number(process.argv[2] ?? 10)
const EXECUTABLE = [process.env.BENCH_EXECUTABLE ?? fileURLToPath(new URL('../../dist/storewire', import.meta.url))]

async function serving(program: string[]): Promise<number> {
  const server = await startStorewire([], program)
  await server.stop()
  return server.startMs
}

function version([command = '', ...args]: string[]): number {
  const started = performance.now()
  execFileSync(command, [...args, '--version'])
  return performance.now() - started
}

if (!existsSync(EXECUTABLE[0] ?? '')) throw new Error('there is no dist/storewire: run "npm run build" first')
for (const [id, name, measure] of [
  ['start.serve', 'serve, to the first answer', serving],
  ['start.version', '--version', version],
] as const) {
  const executable: number[] = []
  const checkout: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    executable.push(await measure(EXECUTABLE))
    checkout.push(await measure(CHECKOUT))
  }
  const ratio = median(executable.map((ms, round) => ms / (checkout[round] ?? Number.NaN)))
  report(id, median(executable))
  console.log(`${name}, median of ${ROUNDS} rounds`)
  console.log(`  executable  ${median(executable).toFixed(0)} ms (fastest ${Math.min(...executable).toFixed(0)})`)
  console.log(`  checkout    ${median(checkout).toFixed(0)} ms (fastest ${Math.min(...checkout).toFixed(0)})`)
  console.log(`  ratio       ${ratio.toFixed(2)}`)
}

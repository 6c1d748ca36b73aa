// npm run bench:start: the time from the start to the first response on a new database, the executable and the checkout in turn.
// Prints milliseconds and the ratio to the checkout, since machines drift. The processor time of a start is compared with that of Node.js
// which runs an empty program: everything that takes longer is storewire's own.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startFlags } from '../start-flags.ts'
import { report } from './figures.ts'
import { median } from './load.ts'
import { CHECKOUT, startStorewire } from './servers.ts'

const ROUNDS = Number(process.argv[2] ?? 10)
const IDLE_MS = 5_000
const EXECUTABLE = [process.env.BENCH_EXECUTABLE ?? fileURLToPath(new URL('../../dist/storewire', import.meta.url))]

async function serving(program: string[]): Promise<number> {
  const server = await startStorewire([], program)
  await server.stop()
  return server.startMs
}

/** The processor time of a start, with the last memory of the process when it has been idle for a moment. */
async function startAndIdle(): Promise<{ cpuMs: number; idleMiB: number }> {
  const server = await startStorewire([], EXECUTABLE)
  await sleep(IDLE_MS)
  const idleMiB = server.residentMiB()
  await server.stop()
  return { cpuMs: server.startCpuMs, idleMiB }
}

/** The processor time of Node.js with an empty program. */
function bareNode(): number {
  const { user, system } = JSON.parse(
    execFileSync(process.execPath, [...startFlags, '-p', 'JSON.stringify(process.cpuUsage())'], { encoding: 'utf8' }),
  ) as NodeJS.CpuUsage
  return (user + system) / 1_000
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

const starts: { cpuMs: number; idleMiB: number; bareMs: number }[] = []
for (let round = 0; round < ROUNDS; round++) starts.push({ bareMs: bareNode(), ...(await startAndIdle()) })
const cpuRatio = median(starts.map(({ cpuMs, bareMs }) => cpuMs / bareMs))
const idleMiB = median(starts.map((start) => start.idleMiB))
report('start.cpu', cpuRatio)
report('start.idle', idleMiB)
console.log(`processor time until the first answer, median of ${ROUNDS} rounds`)
console.log(`  executable  ${median(starts.map(({ cpuMs }) => cpuMs)).toFixed(0)} ms`)
console.log(`  Node.js     ${median(starts.map(({ bareMs }) => bareMs)).toFixed(0)} ms`)
console.log(`  ratio       ${cpuRatio.toFixed(2)}`)
console.log(`memory after ${IDLE_MS / 1_000} s: ${idleMiB.toFixed(0)} MiB`)

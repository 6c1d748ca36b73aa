// npm run bench:dev: how long a test waits for a storewire of its own (in-process, with and without the sample shop) and for a
// reset, beside the start of the whole program in a process. The first round, which loads the modules, is shown separately.
import { startStorewire as startTest } from '../../src/dev/testing.ts'
import { report } from './figures.ts'
import { median } from './load.ts'
import { startStorewire } from './servers.ts'

const ROUNDS = Number(process.argv[2] ?? 7)

async function inProcess(seedData: boolean): Promise<{ startMs: number; resetMs: number }> {
  const started = performance.now()
  const server = await startTest({ seedData })
  const startMs = performance.now() - started
  const resetting = performance.now()
  await server.reset()
  const resetMs = performance.now() - resetting
  await server.stop()
  return { startMs, resetMs }
}

async function program(): Promise<number> {
  const server = await startStorewire()
  await server.stop()
  return server.startMs
}

const whole: number[] = []
for (let round = 0; round < ROUNDS; round++) whole.push(await program())
console.log(`the program, to its first answer      ${median(whole).toFixed(0)} ms, median of ${ROUNDS} rounds`)
for (const seedData of [false, true]) {
  const first = await inProcess(seedData)
  const starts: number[] = []
  const resets: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { startMs, resetMs } = await inProcess(seedData)
    starts.push(startMs)
    resets.push(resetMs)
  }
  const ratio = median(starts) / median(whole)
  report(seedData ? 'dev.sample' : 'dev.empty', ratio)
  console.log(`in-process, ${seedData ? 'with the sample shop' : 'empty'}`)
  console.log(
    `  start  ${median(starts).toFixed(0)} ms (the first ${first.startMs.toFixed(0)}), ratio ${ratio.toFixed(2)}`,
  )
  console.log(`  reset  ${median(resets).toFixed(0)} ms, ratio ${(median(resets) / median(whole)).toFixed(2)}`)
}

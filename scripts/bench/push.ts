// npm run bench:push: pushes through the real server and, in turn, through the bare reference (see reference.ts): orders one a call and
// 25 a call, and the typical mix of shops. Prints objects/s, latencies, processor time an object, peak memory, and the ratios to the reference,
// round by round and as the median, since machines drift.
//
//   -- --rounds 9 --objects 100000 --warm-up 20000 --only 1,25,mix

import { parseArgs } from 'node:util'
import { report } from './figures.ts'
import { type LoadCall, type LoadFigures, loadCalls, median } from './load.ts'
import { mixedCalls } from './mix.ts'
import { benchBodies } from './orders.ts'
import { type BenchServer, startReference, startStorewire } from './servers.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    objects: { type: 'string', default: '20000' },
    'warm-up': { type: 'string', default: '5000' },
    only: { type: 'string', default: '1,25,mix' },
  },
})
const CONNECTIONS = 32
const ROUNDS = Number(values.rounds)
const OBJECTS = Number(values.objects)
const WARM_UP = Number(values['warm-up'])

const CONTENDERS: [name: string, start: () => Promise<BenchServer>][] = [
  ['storewire', () => startStorewire()],
  ['reference', () => startReference()],
]

/** Calls that carry `objects` objects together, none of them of an earlier `part`. */
type Load = (objects: number, part: number) => LoadCall[]

/** Much more than one part has. */
const PART = 10_000_000
const orders =
  (perCall: number): Load =>
  (objects, part) =>
    benchBodies(objects, perCall, part * PART).map((body) => ({ path: '/orders', body }))

const LOADS: Record<string, { title: string; load: Load }> = {
  1: { title: '1 order a call', load: orders(1) },
  25: { title: '25 orders a call', load: orders(25) },
  mix: {
    title: 'the mix: of the calls 70 % single pushes of all types, 20 % arrays of 25, 10 % reads',
    load: (objects, part) => mixedCalls(objects, part * PART),
  },
}

interface Run extends LoadFigures {
  /** Microseconds for each object. */
  mainCpu: number
  allCpu: number
  peakMiB: number
}

async function measure(start: () => Promise<BenchServer>, load: Load): Promise<Run> {
  const server = await start()
  try {
    await loadCalls(server, load(WARM_UP, 0), { connections: CONNECTIONS, objects: WARM_UP })
    const calls = load(OBJECTS, 1)
    const before = server.cpu()
    const measured = await loadCalls(server, calls, { connections: CONNECTIONS, objects: OBJECTS })
    const after = server.cpu()
    return {
      ...measured,
      mainCpu: ((after.main - before.main) * 1_000) / OBJECTS,
      allCpu: ((after.all - before.all) * 1_000) / OBJECTS,
      peakMiB: server.peakMiB(),
    }
  } finally {
    await server.stop()
  }
}

async function compare(name: string, { title, load }: { title: string; load: Load }): Promise<void> {
  const runs = new Map<string, Run[]>(CONTENDERS.map(([contender]) => [contender, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [contender, start] of CONTENDERS) runs.get(contender)?.push(await measure(start, load))
  }
  const [ours = [], theirs = []] = [...runs.values()]
  const ratios = (pick: (run: Run) => number) => ours.map((run, round) => pick(run) / pick(theirs[round] as Run))
  const rate = ratios((run) => run.rate)
  report(`push.${name}.rate`, median(rate))
  report(`push.${name}.cpu`, median(ratios((run) => run.mainCpu)))
  report(`push.${name}.p99`, median(ratios((run) => run.p99)))
  report(`push.${name}.peak`, median(ours.map((run) => run.peakMiB)))
  console.log(`\n${title}: ${OBJECTS} objects, ${CONNECTIONS} connections, after ${WARM_UP} to warm up`)
  for (const [contender, all] of runs) console.log(`  ${contender.padEnd(10)} ${describe(all)}`)
  console.log(
    `  ratios     rate ${median(rate).toFixed(2)} (${rate.map((ratio) => ratio.toFixed(2)).join(' ')})` +
      `  CPU of the main thread ${median(ratios((run) => run.mainCpu)).toFixed(2)}` +
      `  p99 ${median(ratios((run) => run.p99)).toFixed(2)}`,
  )
}

function describe(runs: Run[]): string {
  const m = (pick: (run: Run) => number, digits = 0) => median(runs.map(pick)).toFixed(digits)
  return (
    `${m(({ rate }) => rate).padStart(6)} objects/s  p50 ${m(({ p50 }) => p50, 2)} ms  p99 ${m(({ p99 }) => p99, 2)} ms` +
    `  CPU ${m(({ mainCpu }) => mainCpu)} µs main, ${m(({ allCpu }) => allCpu)} µs all  peak ${m(({ peakMiB }) => peakMiB)} MiB`
  )
}

for (const name of values.only.split(',')) {
  const load = LOADS[name]
  if (!load) throw new Error(`--only takes ${Object.keys(LOADS).join(', ')}`)
  await compare(name, load)
}

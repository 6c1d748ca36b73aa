// npm run bench:growth: what a database of many orders costs. Fills one through /bulk, step by step, and at each step starts the server again
// and measures the start, memory, pushes of one order beside the bare reference (see reference.ts), which takes turns, and lists. Prints the
// table of docs/operating.md.
//
//   -- --stored 1000,100000,1000000,2000000 --rounds 5
//
// Parts of it, such as --stored 2000000, start with an empty database each. Their CPU to the reference can be compared.

import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { backfillOf } from './backfill.ts'
import { loadCalls, median } from './load.ts'
import { benchBodies, benchId } from './orders.ts'
import { type BenchServer, startReference, startStorewire } from './servers.ts'

const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000,100000,1000000,2000000' },
    rounds: { type: 'string', default: '5' },
  },
})
const STORED = values.stored.split(',').map(Number)
const ROUNDS = Number(values.rounds)
const CONNECTIONS = 32
/** Pushes in one round; the server is warmed up with as many. */
const PUSHES = 5_000
/** The wait after a start before the memory is measured as idle memory. */
const IDLE_MS = 3_000
const READS = 200
/** Imported at once, so that the load generator itself stays small. */
const PART = 20_000
const GIB = 1024 ** 3

interface Pushes {
  rate: number
  /** Time of the main thread for each push, in microseconds. */
  cpu: number
}

/** Pushes one order in each call, numbered after the earlier ones. */
function pusher(server: BenchServer, from: number): () => Promise<Pushes> {
  let next = from
  return async () => {
    const calls = benchBodies(PUSHES, 1, next).map((body) => ({ path: '/orders', body }))
    next += PUSHES
    const before = server.cpu().main
    const { rate } = await loadCalls(server, calls, { connections: CONNECTIONS, objects: PUSHES })
    return { rate, cpu: ((server.cpu().main - before) * 1_000) / PUSHES }
  }
}

/** Median milliseconds of a read, one after another. */
async function reads({ url, headers }: BenchServer, path: (index: number) => string): Promise<number> {
  const spent: number[] = []
  for (let index = 0; index < READS; index++) {
    const started = performance.now()
    const response = await fetch(url + path(index), { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path(index)}: ${response.status}`)
    spent.push(performance.now() - started)
  }
  return median(spent)
}

/** Imports orders numbered from `from` up to `to`. @returns orders a second */
async function fill(server: BenchServer, from: number, to: number): Promise<number> {
  const backfill = await backfillOf(server, from)
  let spent = 0
  for (let done = from; done < to; done += PART) spent += await backfill.run(Math.min(PART, to - done))
  await backfill.close()
  return (to - from) / (spent / 1_000)
}

const row = (cells: string[]) => console.log(`| ${cells.join(' | ')} |`)

let server = await startStorewire()
const reference = await startReference()
try {
  const pushReference = pusher(reference, 0)
  await pushReference()
  row([
    'Orders',
    'File',
    'Start',
    'Idle',
    'Peak',
    'Import',
    'Pushes',
    'CPU a push',
    'to the reference',
    'List of 100',
    'By id',
  ])
  row(Array.from({ length: 11 }, () => '---'))
  let stored = 0
  for (const [step, wanted] of STORED.entries()) {
    const imported = await fill(server, stored, wanted)
    stored = wanted
    server = await server.restart()
    await sleep(IDLE_MS)
    const idle = server.residentMiB()
    const list = await reads(server, () => '/orders?limit=100')
    const byId = await reads(server, (index) => `/orders/${benchId(Math.floor((index * stored) / READS))}`)
    // Numbers after all imported orders.
    const push = pusher(server, 100_000_000 * (step + 1))
    await push()
    const rounds: { own: Pushes; bare: Pushes }[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push({ own: await push(), bare: await pushReference() })
    const cpu = median(rounds.map(({ own }) => own.cpu))
    const ratio = median(rounds.map(({ own, bare }) => own.cpu / bare.cpu))
    row([
      stored.toLocaleString('en-US'),
      `${(statSync(server.file).size / GIB).toFixed(2)} GiB`,
      `${server.startMs.toFixed(0)} ms`,
      `${idle.toFixed(0)} MiB`,
      `${server.peakMiB().toFixed(0)} MiB`,
      `${imported.toFixed(0)}/s`,
      `${median(rounds.map(({ own }) => own.rate)).toFixed(0)}/s`,
      `${cpu.toFixed(0)} µs`,
      ratio.toFixed(2),
      `${list.toFixed(1)} ms`,
      `${byId.toFixed(1)} ms`,
    ])
  }
} finally {
  await server.stop()
  await reference.stop()
}

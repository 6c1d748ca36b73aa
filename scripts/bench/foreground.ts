// npm run bench:foreground: how long single pushes take while an import runs at full speed, and while two shops search as often as the
// default limit of their keys allows, beside how long they take without, in turn and in the same run. How long they take while two callers
// search without a pause is printed beside it.
import { report } from './figures.ts'
import { batchesFinished, indexed } from './finished.ts'
import { load, loadCalls, median, pacedCalls } from './load.ts'
import { benchBodies } from './orders.ts'
import { type BenchServer, startStorewire } from './servers.ts'
import { benchProduct, benchQuestions, SEARCHES_PER_SECOND } from './shop-texts.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const PUSHES = 4_000
const PUSH_CONNECTIONS = 4
const IMPORT_CONNECTIONS = 4
const SEARCH_CONNECTIONS = 2
const PRODUCTS = 20_000

let taken = 0
/** Bodies with ids that no other call of this run has. */
function freshBodies(total: number, perCall: number): string[] {
  taken += 1_000_000
  return benchBodies(total, perCall, taken)
}

async function push(server: BenchServer): Promise<{ p50: number; p99: number }> {
  const target = { url: `${server.url}/orders`, headers: server.headers }
  return load(target, freshBodies(PUSHES, 1), { connections: PUSH_CONNECTIONS, perCall: 1 })
}

/** Sends batches until it is over, and waits for their end: they must not slow down what is measured next. */
async function importUntil(server: BenchServer, isOver: () => boolean): Promise<void> {
  const target = { url: `${server.url}/orders/bulk`, headers: server.headers, status: 202 }
  const prepared = Array.from({ length: 20 }, () => freshBodies(IMPORT_CONNECTIONS * 1_000, 1_000))
  for (const bodies of prepared) {
    if (isOver()) break
    await load(target, bodies, { connections: IMPORT_CONNECTIONS, perCall: 1_000 })
  }
  await batchesFinished(server)
}

const searches = benchQuestions(70).map((q) => ({ path: `/search?${new URLSearchParams({ q })}` }))

/** Searches until it is over, at a steady pace. */
async function searchSteadily(server: BenchServer, isOver: () => boolean): Promise<void> {
  while (!isOver()) await pacedCalls(server, searches, { perSecond: SEARCHES_PER_SECOND, isOver })
}

/** Searches until it is over, without a pause. */
async function searchBusily(server: BenchServer, isOver: () => boolean): Promise<void> {
  while (!isOver()) await loadCalls(server, searches, { connections: SEARCH_CONNECTIONS, objects: searches.length })
}

/** @returns the p99 of pushes while other calls are made */
async function pushBeside(
  server: BenchServer,
  run: (server: BenchServer, isOver: () => boolean) => Promise<void>,
): Promise<number> {
  let isOver = false
  const running = run(server, () => isOver)
  const { p99 } = await push(server)
  isOver = true
  await running
  return p99
}

/** Pushes products for the searches. */
async function stock(server: BenchServer): Promise<void> {
  const calls = Array.from({ length: PRODUCTS / 25 }, (_, call) => {
    const data = Array.from({ length: 25 }, (_, index) => benchProduct(call * 25 + index))
    return { path: '/products', body: JSON.stringify({ data }) }
  })
  await loadCalls(server, calls, { connections: PUSH_CONNECTIONS, objects: PRODUCTS })
  await indexed(server)
}

/** What else the server does, the name of its promised figure, and the p99 of the pushes beside it. */
const others: { what: string; run: typeof importUntil; figure?: string; p99s: number[] }[] = [
  { what: 'during an import', run: importUntil, figure: 'foreground.p99', p99s: [] },
  {
    what: `beside ${SEARCHES_PER_SECOND} searches a second`,
    run: searchSteadily,
    figure: 'foreground.searches',
    p99s: [],
  },
  { what: 'beside searches without a pause', run: searchBusily, p99s: [] },
]

const server = await startStorewire()
try {
  await stock(server)
  await push(server)
  const quiet: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push((await push(server)).p99)
    for (const { run, p99s } of others) p99s.push(await pushBeside(server, run))
  }
  const list = (values: number[], digits: number) =>
    `${median(values).toFixed(digits)} (${values.map((value) => value.toFixed(digits)).join(' ')})`
  console.log(
    `single pushes on ${PUSH_CONNECTIONS} connections, median p99 of ${ROUNDS} rounds, and its ratio to without`,
  )
  console.log(`  ${'without'.padEnd(32)} ${list(quiet, 1)} ms`)
  for (const { what, figure, p99s } of others) {
    const ratios = p99s.map((p99, round) => p99 / (quiet[round] ?? Number.NaN))
    console.log(`  ${what.padEnd(32)} ${list(p99s, 1)} ms, ratio ${list(ratios, 2)}`)
    if (figure) report(figure, median(ratios))
  }
} finally {
  await server.stop()
}

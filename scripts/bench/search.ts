// npm run bench:search: searches over many products and tickets while single pushes run at full speed, and how long all products take to
// be indexed beside these. The searches come at the pace of two shops that use up their limit, since nobody waits for the search of
// another shop; how long they take if four callers search without a pause is printed beside it. An argument is the number of products
// and of tickets.
import { execFileSync } from 'node:child_process'
import { report } from './figures.ts'
import { indexed } from './finished.ts'
import { type LoadCall, type LoadFigures, load, loadCalls, pacedCalls } from './load.ts'
import { benchBodies } from './orders.ts'
import { type BenchServer, CHECKOUT, startStorewire } from './servers.ts'
import { benchProduct, benchQuestions, benchTicket, SEARCHES_PER_SECOND } from './shop-texts.ts'

const OBJECTS = Number(process.argv[2] ?? 200_000)
const SEARCHES = 1_050
/** At a steady pace, in half a minute. */
const PACED = 700
const CONNECTIONS = 4

/** Calls of `perCall` objects each. */
function callsOf(path: string, make: (index: number) => object, perCall: number): LoadCall[] {
  return Array.from({ length: Math.ceil(OBJECTS / perCall) }, (_, call) => {
    const data = Array.from({ length: perCall }, (_, index) => make(call * perCall + index))
    return { path, body: JSON.stringify({ data }) }
  })
}

let pushed = 0
/** Pushes single orders until the signal aborts. */
async function pushUntil(server: BenchServer, signal: AbortSignal): Promise<number> {
  const slowest: number[] = []
  while (!signal.aborted) {
    pushed += 1_000_000
    const target = { url: `${server.url}/orders`, headers: server.headers }
    slowest.push((await load(target, benchBodies(400, 1, pushed), { connections: CONNECTIONS, perCall: 1 })).p99)
  }
  return slowest.sort((a, b) => a - b)[Math.floor(slowest.length / 2)] ?? Number.NaN
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1_000
}

/** Runs `work` while single orders are pushed. @returns the median of their p99 */
async function besidePushes(server: BenchServer, work: () => Promise<void>): Promise<number> {
  const over = new AbortController()
  const pushing = pushUntil(server, over.signal)
  await work().finally(() => over.abort())
  return pushing
}

const server = await startStorewire()
try {
  const target = { ...server, status: 202 }
  await loadCalls(target, callsOf('/products/bulk', benchProduct, 1_000), { connections: 2, objects: OBJECTS })
  await indexed(server)
  const before = server.residentMiB()
  let seconds = 0
  const pushesMs = await besidePushes(server, async () => {
    seconds = await timed(async () => {
      const [command = '', ...args] = CHECKOUT
      execFileSync(command, [...args, 'search', 'rebuild', '--db', server.file])
      await indexed(server)
    })
  })
  console.log(
    `${OBJECTS} products indexed beside pushes in ${seconds.toFixed(1)} s; p99 of the pushes ${pushesMs.toFixed(1)} ms`,
  )
  report('search.index', (seconds * 200_000) / OBJECTS)

  const filled = await timed(async () => {
    await loadCalls(server, callsOf('/tickets', benchTicket, 50), { connections: CONNECTIONS, objects: OBJECTS })
    await indexed(server)
  })
  console.log(`${OBJECTS} tickets pushed and indexed in ${filled.toFixed(1)} s`)

  const searches = benchQuestions(SEARCHES).map((q) => ({ path: `/search?${new URLSearchParams({ q })}` }))
  const ask = (calls: LoadCall[]) => loadCalls(server, calls, { connections: CONNECTIONS, objects: calls.length })
  await ask(searches.slice(0, SEARCHES / 10))
  const cpuBefore = server.cpu().all
  await ask(searches)
  const cpuMs = (server.cpu().all - cpuBefore) / SEARCHES
  console.log(`${SEARCHES} searches alone: ${cpuMs.toFixed(1)} ms of processor time each`)
  report('search.cpu', cpuMs)
  const measure = async (what: string, search: () => Promise<LoadFigures>): Promise<LoadFigures> => {
    let figures: LoadFigures = { rate: 0, p50: 0, p99: 0 }
    await besidePushes(server, async () => {
      figures = await search()
    })
    const { rate, p50, p99 } = figures
    console.log(
      `${what} beside pushes: ${rate.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    )
    return figures
  }
  const paced = await measure(`${PACED} searches at a steady pace`, () =>
    pacedCalls(server, searches.slice(0, PACED), { perSecond: SEARCHES_PER_SECOND }),
  )
  report('search.p99', paced.p99)
  await measure(`${SEARCHES} searches without a pause on ${CONNECTIONS} connections`, () => ask(searches))
  console.log(`memory: ${before.toFixed(0)} MiB before the searches, ${server.residentMiB().toFixed(0)} MiB after`)
} finally {
  await server.stop()
}

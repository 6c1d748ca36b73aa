// npm run bench:foreground: how long single pushes take while an import runs at full speed, and while searches run, beside how long they
// take without, in turn and in the same run.
import { report } from './figures.ts'
import { load, loadCalls, median } from './load.ts'
import { benchBodies } from './orders.ts'
import { type BenchServer, startStorewire } from './servers.ts'
import { benchProduct, benchQuestions } from './shop-texts.ts'

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

/** Sends batches until the signal aborts. */
async function importUntil(server: BenchServer, isOver: () => boolean): Promise<void> {
  const target = { url: `${server.url}/orders/bulk`, headers: server.headers, status: 202 }
  const prepared = Array.from({ length: 20 }, () => freshBodies(IMPORT_CONNECTIONS * 1_000, 1_000))
  for (const bodies of prepared) {
    if (isOver()) break
    await load(target, bodies, { connections: IMPORT_CONNECTIONS, perCall: 1_000 })
  }
}

/** Searches until the signal aborts. */
async function searchUntil(server: BenchServer, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const calls = benchQuestions(70).map((q) => ({ path: `/search?${new URLSearchParams({ q })}` }))
    await loadCalls(server, calls, { connections: SEARCH_CONNECTIONS, objects: calls.length })
  }
}

/** Pushes products for the searches. */
async function stock(server: BenchServer): Promise<void> {
  const calls = Array.from({ length: PRODUCTS / 25 }, (_, call) => {
    const data = Array.from({ length: 25 }, (_, index) => benchProduct(call * 25 + index))
    return { path: '/products', body: JSON.stringify({ data }) }
  })
  await loadCalls(server, calls, { connections: PUSH_CONNECTIONS, objects: PRODUCTS })
}

const server = await startStorewire()
try {
  await stock(server)
  await push(server)
  const quiet: number[] = []
  const busy: number[] = []
  const searched: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push((await push(server)).p99)
    let over = false
    const importing = importUntil(server, () => over)
    busy.push((await push(server)).p99)
    over = true
    await importing
    let found = false
    const searching = searchUntil(server, () => found)
    searched.push((await push(server)).p99)
    found = true
    await searching
  }
  const ratios = busy.map((p99, round) => p99 / (quiet[round] ?? Number.NaN))
  report('foreground.p99', median(ratios))
  const besideSearches = searched.map((p99, round) => p99 / (quiet[round] ?? Number.NaN))
  report('foreground.searches', median(besideSearches))
  const list = (values: number[], digits: number) => values.map((value) => value.toFixed(digits)).join(' ')
  console.log(`single pushes on ${PUSH_CONNECTIONS} connections, median p99 of ${ROUNDS} rounds`)
  console.log(`  without an import  ${median(quiet).toFixed(1)} ms (${list(quiet, 1)})`)
  console.log(`  during an import   ${median(busy).toFixed(1)} ms (${list(busy, 1)})`)
  console.log(`  ratio              ${median(ratios).toFixed(2)} (${list(ratios, 2)})`)
  console.log(`  beside searches    ${median(searched).toFixed(1)} ms (${list(searched, 1)})`)
  console.log(`  ratio              ${median(besideSearches).toFixed(2)} (${list(besideSearches, 2)})`)
} finally {
  await server.stop()
}

// npm run bench:foreground: how long single pushes take while an import runs at full speed, beside how long they take without
// one, in turn and in the same run.
import { report } from './figures.ts'
import { load, median } from './load.ts'
import { benchBodies } from './orders.ts'
import { type BenchServer, startStorewire } from './servers.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const PUSHES = 4_000
const PUSH_CONNECTIONS = 4
const IMPORT_CONNECTIONS = 4

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

/** Sends batches until told to stop. */
async function importUntil(server: BenchServer, isOver: () => boolean): Promise<void> {
  const target = { url: `${server.url}/orders/bulk`, headers: server.headers, status: 202 }
  const prepared = Array.from({ length: 20 }, () => freshBodies(IMPORT_CONNECTIONS * 1_000, 1_000))
  for (const bodies of prepared) {
    if (isOver()) break
    await load(target, bodies, { connections: IMPORT_CONNECTIONS, perCall: 1_000 })
  }
}

const server = await startStorewire()
try {
  await push(server)
  const quiet: number[] = []
  const busy: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push((await push(server)).p99)
    let over = false
    const importing = importUntil(server, () => over)
    busy.push((await push(server)).p99)
    over = true
    await importing
  }
  const ratios = busy.map((p99, round) => p99 / (quiet[round] ?? Number.NaN))
  report('foreground.p99', median(ratios))
  const list = (values: number[], digits: number) => values.map((value) => value.toFixed(digits)).join(' ')
  console.log(`single pushes on ${PUSH_CONNECTIONS} connections, median p99 of ${ROUNDS} rounds`)
  console.log(`  without an import  ${median(quiet).toFixed(1)} ms (${list(quiet, 1)})`)
  console.log(`  during an import   ${median(busy).toFixed(1)} ms (${list(busy, 1)})`)
  console.log(`  ratio              ${median(ratios).toFixed(2)} (${list(ratios, 2)})`)
} finally {
  await server.stop()
}

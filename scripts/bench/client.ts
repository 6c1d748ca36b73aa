// npm run bench:client [orders] [rounds]: imports orders from an async generator with the client library and, in turn, with a plain
// loop of JSON.stringify and fetch that sends the same bodies. Prints this process's CPU an object for both and the ratio, round
// by round and as the median, and the heap in both halves of the library's runs. The server is a process of its own.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Order, Storewire } from '../../src/client/index.ts'
import { report } from './figures.ts'
import { median } from './load.ts'
import { benchOrder } from './orders.ts'
import { type BenchServer, startStorewire } from './servers.ts'

const OBJECTS = Number(process.argv[2] ?? 100_000)
const ROUNDS = Number(process.argv[3] ?? 2)
const WARM_UP = 10_000
const BATCH = 1_000
const CONCURRENCY = 4
const SAMPLE_MS = 20

async function* generated(count: number): AsyncGenerator<Order> {
  for (let index = 0; index < count; index++) yield benchOrder(index) as Order
}

async function post<T>({ url, headers }: BenchServer, path: string, body = ''): Promise<T> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}

/** The least code that sends the same bodies. */
async function plainLoop(server: BenchServer, count: number): Promise<void> {
  const { id } = await post<{ id: string }>(server, '/backfills')
  const underWay = new Set<Promise<unknown>>()
  let data: Order[] = []
  const send = async () => {
    while (underWay.size >= CONCURRENCY) await Promise.race(underWay)
    const sending: Promise<unknown> = post(server, '/orders/bulk', JSON.stringify({ backfillId: id, data })).then(() =>
      underWay.delete(sending),
    )
    underWay.add(sending)
    data = []
  }
  for await (const order of generated(count)) {
    data.push(order)
    if (data.length === BATCH) await send()
  }
  if (data.length > 0) await send()
  await Promise.all(underWay)
  await post(server, `/backfills/${id}/close`)
  await settled(server, id)
}

async function settled({ url, headers }: BenchServer, id: string): Promise<void> {
  for (;;) {
    const progress = (await (await fetch(`${url}/backfills/${id}`, { headers })).json()) as { status: string }
    if (progress.status === 'done') return
    await sleep(100)
  }
}

async function library({ url, headers }: BenchServer, count: number): Promise<void> {
  const secretKey = headers.authorization?.slice('Bearer '.length) ?? ''
  const client = new Storewire({ secretKey, baseUrl: url })
  const { status, received } = await client.backfill('orders', generated(count), {
    concurrency: CONCURRENCY,
    pollMs: 100,
  })
  if (status !== 'done' || received !== count) throw new Error(`${status}: ${received} of ${count} received`)
}

interface Run {
  /** CPU of this process in microseconds an object. */
  cpu: number
  /** The largest heap in the first and the second half of the time, in MiB. */
  heap: [number, number]
}

async function measure(work: typeof library, count: number): Promise<Run> {
  const server = await startStorewire()
  try {
    const heaps: number[] = []
    const sampling = setInterval(() => heaps.push(process.memoryUsage().heapUsed / 2 ** 20), SAMPLE_MS)
    const before = process.cpuUsage()
    await work(server, count)
    const { user, system } = process.cpuUsage(before)
    clearInterval(sampling)
    const half = heaps.length / 2
    return { cpu: (user + system) / count, heap: [Math.max(...heaps.slice(0, half)), Math.max(...heaps.slice(half))] }
  } finally {
    await server.stop()
  }
}

for (const work of [library, plainLoop]) await measure(work, WARM_UP)
const libraryRuns: Run[] = []
const plainRuns: Run[] = []
for (let round = 0; round < ROUNDS; round++) {
  libraryRuns.push(await measure(library, OBJECTS))
  plainRuns.push(await measure(plainLoop, OBJECTS))
}
const cpuOf = (runs: Run[]) => runs.map(({ cpu }) => cpu)
const ratios = libraryRuns.map(({ cpu }, round) => cpu / (plainRuns[round]?.cpu ?? Number.NaN))
report('client.cpu', median(ratios))
const list = (values: number[]) => values.map((value) => value.toFixed(2)).join(' ')
const halves = (runs: Run[]) =>
  [0, 1].map((half) => `${median(runs.map(({ heap }) => heap[half] ?? Number.NaN)).toFixed(0)} MiB`)
console.log(
  `${OBJECTS} orders from an async generator, ${BATCH} a batch, ${CONCURRENCY} requests at a time, ${ROUNDS} rounds`,
)
console.log(`  library     ${median(cpuOf(libraryRuns)).toFixed(2)} µs of CPU an object (${list(cpuOf(libraryRuns))})`)
console.log(`  plain loop  ${median(cpuOf(plainRuns)).toFixed(2)} µs of CPU an object (${list(cpuOf(plainRuns))})`)
console.log(`  ratio       ${median(ratios).toFixed(2)} (${list(ratios)})`)
console.log(`  peak heap   library ${halves(libraryRuns).join(' in the first half, ')} in the second`)
console.log(`              plain loop ${halves(plainRuns).join(' in the first half, ')} in the second`)

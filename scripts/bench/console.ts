// npm run bench:console: how long the calls of the console's pages take in a shop with many orders while orders are pushed, and what
// open consoles cost the pushes: processor time and rate of pushes with and without them, in turn.
//
//   -- --orders 1000000 --rounds 5 --samples 100 --consoles 20 --pushes 20000

import { parseArgs } from 'node:util'
import { type BenchShop, fillShop, signIn } from './console-shop.ts'
import { openConsoles, type PageName } from './consoles.ts'
import { report } from './figures.ts'
import { indexed } from './finished.ts'
import { load, loadCalls, median } from './load.ts'
import { benchBodies, benchId } from './orders.ts'
import { type BenchServer, startStorewire } from './servers.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    samples: { type: 'string', default: '100' },
    consoles: { type: 'string', default: '20' },
    pushes: { type: 'string', default: '20000' },
  },
})
const ORDERS = Number(values.orders)
const ROUNDS = Number(values.rounds)
/** Calls of each kind in a round. */
const SAMPLES = Number(values.samples)
const CONSOLES = Number(values.consoles)
const PUSHES = Number(values.pushes)
const CONNECTIONS = 4
/** Home is read again most often, so that no other page costs the pushes more. */
const OPEN_PAGES: PageName[] = ['home']

let taken = ORDERS
/** Bodies of single orders with ids that no other call of this run has. */
function freshBodies(count: number): string[] {
  taken += count
  return benchBodies(count, 1, taken - count)
}

function push(server: BenchServer, count: number): ReturnType<typeof load> {
  return load({ ...server, url: `${server.url}/orders` }, freshBodies(count), { connections: CONNECTIONS, perCall: 1 })
}

/** Pushes orders until the work is done, and now and then one that is refused. */
async function besidePushes<T>(server: BenchServer, work: () => Promise<T>): Promise<T> {
  let isOver = false
  const refused = JSON.stringify({ data: [{ id: 'refused', updatedAt: 'yesterday' }] })
  const pushing = (async () => {
    while (!isOver) {
      await push(server, 400)
      await load({ ...server, url: `${server.url}/orders`, status: 400 }, [refused], { connections: 1, perCall: 1 })
    }
  })()
  const done = await work().finally(() => {
    isOver = true
  })
  await pushing
  return done
}

/** What the pages of the console read, by page. Each gets another object at each call. */
function callsOf({
  customerOf,
  refunds,
  chats,
  imports,
}: BenchShop): [page: string, path: (index: number) => string][] {
  const order = (index: number) => (index * 7_919) % ORDERS
  const asked = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`
  return [
    ['Home', () => '/home'],
    ['Home, what waits', () => '/waiting'],
    ['Refunds that wait', () => '/refunds?tab=waiting&limit=50'],
    ['Refunds that are done', () => '/refunds?tab=done&limit=50'],
    ['Refund settings', () => '/settings/refunds'],
    ['A refund that waits', () => `/refunds/${refunds.waiting}`],
    ['A refund that is done', () => `/refunds/${refunds.done}`],
    ['Orders to refund', (index) => asked('/orders', { named: `#${100_000 + order(index)}` })],
    ['Chats', () => '/chats?show=open&limit=50'],
    ['Chats that wait', () => '/chats?show=waiting&limit=50'],
    ['Chats, closed, of guests', () => '/chats?show=closed&who=guests&limit=50'],
    ['Chats, unread, of customers', () => '/chats?show=all&who=verified&unread=true&limit=50'],
    ['A chat', () => `/chats/${chats.waiting}`],
    ['Customers', () => '/data/customers?limit=50'],
    ['Orders', () => '/data/orders?limit=50'],
    ['Orders by status', () => '/data/orders?limit=50&status=cancelled'],
    ['Orders of a customer', (index) => asked('/data/orders', { limit: '50', customerId: customerOf(order(index)) })],
    ['Orders since a day', () => '/data/orders?limit=50&placedSince=2026-02-01T00:00:00Z&status=cancelled'],
    ['Orders by number', (index) => asked('/data/orders', { limit: '50', q: `#${100_000 + order(index)}` })],
    ['Customers by e-mail', (index) => asked('/data/customers', { q: `${customerOf(order(index))}@example.com` })],
    ['An order', (index) => `/data/orders/${benchId(order(index))}`],
    ['A customer', (index) => `/data/customers/${customerOf(order(index))}`],
    ['Find', (index) => asked('/find', { text: benchId(order(index)) })],
    ['Push log, refused', () => '/pushes/refused'],
    ['Push log, all', () => '/pushes?limit=50'],
    ['Imports', () => '/imports?limit=25'],
    ['An import', () => `/imports/${imports[0]}`],
    ['Audit log', () => '/audit'],
    ['Audit log of a person', () => '/audit?actor=agent-3%40shop.example'],
    ['Audit log of an object', () => `/audit?subject=customer-7`],
    ['Audit log of a kind', () => '/audit?action=key'],
  ]
}

async function measureCalls(server: BenchServer, base: string, cookie: string, shop: BenchShop): Promise<void> {
  const target = { url: base, headers: { cookie } }
  const calls = callsOf(shop)
  const take = async (path: (index: number) => string, count: number) => {
    const made = Array.from({ length: count }, (_, index) => ({ path: path(index) }))
    return loadCalls(target, made, { connections: 1, objects: count })
  }
  const alone: { p50: number; cpu: number }[] = []
  for (const [, path] of calls) {
    await take(path, SAMPLES)
    const before = server.cpu().main
    const { p50 } = await take(path, SAMPLES)
    alone.push({ p50, cpu: (server.cpu().main - before) / SAMPLES })
  }
  const beside = calls.map((): { p50: number; p99: number }[] => [])
  await besidePushes(server, async () => {
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, [, path]] of calls.entries()) beside[index]?.push(await take(path, SAMPLES))
  })
  console.log(`| Call | CPU | Alone, p50 | Beside pushes, p50 | p99 |\n|---|---|---|---|---|`)
  const ms = (value = Number.NaN) => `${value.toFixed(1)} ms`
  let [worst, name] = [0, '']
  for (const [index, [call]] of calls.entries()) {
    const rounds = beside[index] ?? []
    const p99 = median(rounds.map((round) => round.p99))
    console.log(
      `| ${call} | ${ms(alone[index]?.cpu)} | ${ms(alone[index]?.p50)} | ${ms(median(rounds.map(({ p50 }) => p50)))} | ${ms(p99)} |`,
    )
    if (p99 > worst) [worst, name] = [p99, call]
  }
  report('console.p99', worst)
  console.log(`slowest: ${name}, p99 ${ms(worst)}`)
}

interface Cost {
  /** Time of the main thread for each push, in microseconds. */
  cpu: number
  rate: number
}

async function pushRound(server: BenchServer): Promise<Cost> {
  const before = server.cpu().main
  const { rate } = await push(server, PUSHES)
  return { cpu: ((server.cpu().main - before) * 1_000) / PUSHES, rate }
}

async function measureConsoles(server: BenchServer, base: string, cookies: string[]): Promise<void> {
  await pushRound(server)
  const rounds: { without: Cost; open: Cost }[] = []
  const counts = { reads: 0, events: 0 }
  const withConsoles = async () => {
    const consoles = await openConsoles(base, cookies, OPEN_PAGES)
    const before = consoles.counts()
    const cost = await pushRound(server)
    const after = consoles.counts()
    counts.reads += after.reads - before.reads
    counts.events += after.events - before.events
    await consoles.close()
    return cost
  }
  for (let round = 0; round < ROUNDS; round++) {
    // Each is the first one every other time.
    if (round % 2 === 0) rounds.push({ without: await pushRound(server), open: await withConsoles() })
    else {
      const open = await withConsoles()
      rounds.push({ without: await pushRound(server), open })
    }
  }
  const list = (ratios: number[]) => ratios.map((ratio) => ratio.toFixed(3)).join(' ')
  const cpu = rounds.map(({ open, without }) => open.cpu / without.cpu)
  const rate = rounds.map(({ open, without }) => open.rate / without.rate)
  report('console.cpu', median(cpu))
  report('console.rate', median(rate))
  const of = (pick: (cost: Cost) => number, which: 'open' | 'without') =>
    median(rounds.map((round) => pick(round[which]))).toFixed(0)
  console.log(`${PUSHES} pushes of one order, median of ${ROUNDS} rounds
  without consoles      ${of(({ cpu }) => cpu, 'without')} µs a push, ${of(({ rate }) => rate, 'without')} pushes/s
  with ${CONSOLES} consoles      ${of(({ cpu }) => cpu, 'open')} µs a push, ${of(({ rate }) => rate, 'open')} pushes/s, ${counts.reads} reads and ${counts.events} events in all
  CPU, as a ratio       ${median(cpu).toFixed(3)} (${list(cpu)})
  pushes/s, as a ratio  ${median(rate).toFixed(3)} (${list(rate)})`)
}

const server = await startStorewire()
try {
  const filling = performance.now()
  const shop = await fillShop(server, ORDERS)
  await indexed(server)
  console.log(`${ORDERS} orders, filled in ${((performance.now() - filling) / 1_000).toFixed(0)} s`)
  const cookies = await signIn(server, CONSOLES)
  const base = new URL('/console/api', server.url).href
  await measureCalls(server, base, cookies[0] ?? '', shop)
  await measureConsoles(server, base, cookies)
} finally {
  await server.stop()
}

// npm run bench:segments: how long the first page of a segment takes over many customers, for rules of all kinds, and how long the server
// counts their facts after the first segment. Customers and orders are written into the file, since pushing them takes longer.
//
//   -- --customers 1000000 --orders 1000000 --rounds 5

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { PART_OBJECTS } from '../../src/objects/parts.ts'
import { report } from './figures.ts'
import { median } from './load.ts'
import { type BenchServer, startStorewire } from './servers.ts'

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '1000000' },
    orders: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
  },
})
const CUSTOMERS = Number(values.customers)
const ORDERS = Number(values.orders)
const ROUNDS = Number(values.rounds)
const AT_ONCE = 20_000
const DAY_MS = 86_400_000

const spread = (index: number, range: number) => (Math.imul(index + 1, 2_654_435_761) >>> 0) % range

function fill(file: string): void {
  const db = new Database(file, { timeout: 10_000 })
  const workspace = db.prepare('SELECT id FROM workspaces').pluck().get()
  const customer = db.prepare('INSERT INTO customers (workspace_id, id, updated_at, data, part) VALUES (?, ?, ?, ?, ?)')
  const order = db.prepare(
    'INSERT INTO orders (workspace_id, id, updated_at, customer_id, data, part, status, placed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const now = Date.now()
  const all = (count: number, write: (index: number) => void) => {
    for (let start = 0; start < count; start += AT_ONCE)
      db.transaction(() => {
        for (let index = start; index < Math.min(count, start + AT_ONCE); index++) write(index)
      })()
  }
  all(CUSTOMERS, (index) => {
    const data = {
      email: `customer${index}@example.com`,
      name: `Customer ${index}`,
      tags: index % 10 === 0 ? ['vip', 'newsletter'] : ['newsletter'],
      marketingConsent: index % 3 === 0,
      addresses: [{ line1: '12 High Street', city: 'Graz', country: ['AT', 'DE', 'CH'][index % 3] }],
    }
    customer.run(workspace, `c${index}`, now, JSON.stringify(data), Math.floor(index / PART_OBJECTS))
  })
  all(ORDERS, (index) => {
    const placedAt = now - spread(index, 700) * DAY_MS
    const data = { currency: 'EUR', total: 1_000 + spread(index, 20_000), placedAt, items: [] }
    const buyer = `c${spread(index, CUSTOMERS)}`
    order.run(
      workspace,
      `o${index}`,
      now,
      buyer,
      JSON.stringify(data),
      Math.floor(index / PART_OBJECTS),
      'shipped',
      placedAt,
    )
  })
  db.close()
}

/** Rules that many, few and no customers fit; those of no customer search all of them. */
const RULES: Record<string, object> = {
  'many, by tag': { all: [{ field: 'tag', op: '=', value: 'newsletter' }] },
  'few, by what they spent': { all: [{ field: 'totalSpent', op: '>=', value: 100_000, currency: 'EUR' }] },
  'none, by tag': { all: [{ field: 'tag', op: '=', value: 'unknown' }] },
  'none, by what they spent': { all: [{ field: 'totalSpent', op: '>=', value: 1e12, currency: 'EUR' }] },
  'none, by eight conditions': {
    any: [
      {
        all: [
          { field: 'lastOrderAt', op: 'withinDays', value: 90 },
          { field: 'country', op: '=', value: 'FR' },
        ],
      },
      {
        all: [
          { field: 'ordersCount', op: '>', value: 1_000 },
          { field: 'marketingConsent', op: '=', value: true },
        ],
      },
      {
        all: [
          { field: 'tag', op: 'in', value: ['a', 'b'] },
          { field: 'firstOrderAt', op: '>', value: 0 },
        ],
      },
      {
        all: [
          { field: 'totalSpent', op: '>', value: 1e12, currency: 'EUR' },
          { field: 'tag', op: '!=', value: 'c' },
        ],
      },
    ],
  },
}

async function call<T>({ url, headers }: BenchServer, method: string, path: string, json?: object): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

interface Page {
  data: object[]
  nextCursor: string | null
  incomplete: boolean
}

const server = await startStorewire()
try {
  fill(server.file)
  const ids: [name: string, id: string][] = []
  const started = performance.now()
  for (const [name, rule] of Object.entries(RULES))
    ids.push([name, (await call<{ id: string }>(server, 'POST', '/segments', { name, rule })).id])
  const page = (id: string) => call<Page>(server, 'GET', `/segments/${id}/customers?limit=25`)
  while ((await page(ids[0]?.[1] ?? '')).incomplete) await sleep(500)
  const counted = (performance.now() - started) / 1_000
  console.log(`${CUSTOMERS} customers and ${ORDERS} orders: counted in ${counted.toFixed(1)} s`)
  const medians: number[] = []
  for (const [name, id] of ids) {
    const spent: number[] = []
    let found: Page | undefined
    for (let round = 0; round < ROUNDS; round++) {
      const before = performance.now()
      found = await page(id)
      spent.push(performance.now() - before)
    }
    medians.push(median(spent))
    const end = found?.nextCursor === null ? 'all searched' : 'more pages'
    console.log(
      `  ${name.padEnd(26)} ${median(spent).toFixed(0).padStart(5)} ms (${spent.map((ms) => ms.toFixed(0)).join(' ')})  ${found?.data.length} customers, ${end}`,
    )
  }
  report('segments.page', Math.max(...medians))
  console.log(`  peak memory ${server.peakMiB().toFixed(0)} MiB`)
} finally {
  await server.stop()
}

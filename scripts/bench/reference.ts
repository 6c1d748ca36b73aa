// What the push of orders costs at the least: node:http, JSON.parse, the same columns and indexes, the same group commit and
// synchronous=FULL (or, with `alone`, one commit a request), and nothing else: no auth, no validation, no headers, no merge.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import { openStore } from '../../src/store/store.ts'

const [file = '', commit = 'group'] = process.argv.slice(2)
const WORKSPACE = 'org_reference'
const INSERT = `INSERT INTO orders (workspace_id, id, updated_at, data, customer_id) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (workspace_id, id) DO NOTHING`

interface Order {
  id: string
  updatedAt: string
  customerId: string
}

const row = ({ id, updatedAt, ...fields }: Order) => [
  WORKSPACE,
  id,
  Date.parse(updatedAt),
  JSON.stringify(fields),
  fields.customerId,
]

const store = await openStore(file, { create: true })
await store.write((tx) =>
  tx.run("INSERT INTO workspaces (id, name, plan, test, created_at) VALUES (?, 'reference', 'scale', 0, 0)", WORKSPACE),
)

const together = (orders: Order[]) => store.write((tx) => tx.many(INSERT, orders.map(row)))

function committingAlone(): (orders: Order[]) => Promise<unknown> {
  const db = new Database(file)
  db.pragma('synchronous = FULL')
  const insert = db.prepare(INSERT)
  const insertAll = db.transaction((orders: Order[]) => orders.map((order) => insert.run(...row(order))))
  return async (orders) => insertAll.immediate(orders)
}

const insertOrders = commit === 'alone' ? committingAlone() : together

const server = createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', async () => {
    const text = Buffer.concat(chunks).toString()
    const { data } = (text === '' ? { data: [] } : JSON.parse(text)) as { data: Order[] }
    if (data.length > 0) await insertOrders(data)
    const body = JSON.stringify({ results: data.map(({ id }) => ({ id, status: 'created' })) })
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`))
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  void store.close().then(() => process.exit(0))
})

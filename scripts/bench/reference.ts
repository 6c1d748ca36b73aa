// The lowest cost of a push: node:http, JSON.parse, the same columns and indexes, the same group commit and synchronous=FULL, and
// nothing else: no auth, no validation, no headers, no merge.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { columnsOf, type FindBy, findByOf } from '../../src/objects/filter-values.ts'
import { resources } from '../../src/objects/resources.ts'
import { openStore } from '../../src/store/sqlite/open.ts'

const [file = ''] = process.argv.slice(2)
const WORKSPACE = 'org_reference'
/** For each table: the columns of its primary key, as in the server's tables, and the statement that upserts a row. */
const tables = new Map<string, Table>(
  resources.map((resource) => {
    const { name } = resource
    const columns = columnsOf(resource).map(({ storage }) => storage.column)
    const all = ['workspace_id', 'id', 'updated_at', 'data', 'part', ...columns]
    const changes = all.slice(2).map((column) => `${column} = excluded.${column}`)
    const upsert = `INSERT INTO ${name} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})
      ON CONFLICT (workspace_id, id) DO UPDATE SET ${changes.join(', ')}`
    return [name, { findBy: findByOf(resource), upsert }]
  }),
)

interface Table {
  findBy: FindBy
  upsert: string
}

interface Pushed extends Record<string, unknown> {
  id: string
  updatedAt: string
}

const row = (findBy: FindBy, { id, updatedAt, ...fields }: Pushed) => [
  WORKSPACE,
  id,
  Date.parse(updatedAt),
  JSON.stringify(fields),
  0,
  ...findBy(fields).columns,
]

const store = await openStore(file, { create: true })
await store.write((tx) =>
  tx.run("INSERT INTO workspaces (id, name, plan, test, created_at) VALUES (?, 'reference', 'scale', 0, 0)", WORKSPACE),
)

const server = createServer((req, res) => {
  const [, , , table = '', id] = (req.url ?? '').split('/')
  const answer = (value: unknown) => {
    const body = JSON.stringify(value)
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  }
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', async () => {
    if (req.method === 'GET') {
      const found =
        id &&
        (await store.read.get<{ data: string }>(
          `SELECT data FROM ${table} WHERE workspace_id = ? AND id = ?`,
          WORKSPACE,
          decodeURIComponent(id),
        ))
      return answer(found ? JSON.parse(found.data) : {})
    }
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: Pushed[] }
    const { findBy, upsert } = tables.get(table) as Table
    const rows = data.map((object) => row(findBy, object))
    await store.write((tx) => tx.many(upsert, rows))
    answer({ results: data.map(({ id }) => ({ id, status: 'created' })) })
  })
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`))
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  void store.close().then(() => process.exit(0))
})

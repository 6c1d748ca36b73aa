import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { stringify } from '../../src/lib/json.ts'
import { addAgentTag } from '../../src/objects/agent-tags.ts'
import { getObject, type ListQuery, listObjects } from '../../src/objects/find/read.ts'
import type { Resource } from '../../src/objects/resource.ts'
import { customers } from '../../src/objects/types/customer.ts'
import { tickets } from '../../src/objects/types/ticket.ts'
import { customer, message, ticket } from '../support/objects.ts'
import { rawConnection, rawResponse } from '../support/raw-http.ts'
import { type Api, startServer } from '../support/server.ts'

/*
 * Objects whose JSON is long are pushed, listed and read like short ones, to the byte.
 */

const KIB = 1024

/** The messages of a ticket of about so many KiB, with what JavaScript would write in another way. */
const thread = (kib: number) =>
  Array.from({ length: Math.ceil(kib / 50) }, (_, at) =>
    message({ id: `m${at}`, body: `Größe 🧣 "\\ \u2028 ${'x'.repeat(50 * KIB - 200)}`, createdAt: 1_000_000 + at }),
  )

/** JSON whose numbers and keys are kept as they are sent. */
const ODD = '{"b":1.10,"10":12345678901234567890,"2":{"é":-0,"\\u00e9tat":1e2}}'

/** Pushes tickets, each with its size in KiB. The first one is the oldest. */
async function pushTickets(api: Api, sizes: [id: string, kib: number, fields?: object][]): Promise<void> {
  for (const [index, [id, kib, fields]] of sizes.entries()) {
    const text = JSON.stringify(ticket({ id, updatedAt: 1_000 + index, ...fields, messages: thread(kib) }))
    const { status, text: answer } = await api.call('POST', '/tickets', {
      body: `{"data":[${text.slice(0, -1)},"custom":${ODD}}]}`,
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(status, 200, answer)
  }
}

/** The JSON of a page as it is made of values. */
async function expectedPage({ store, workspaceId }: Api, resource: Resource, query: ListQuery): Promise<string> {
  return stringify(await listObjects(store.read, resource, workspaceId, { ...query, readSlowly: store.readSlowly }))
}

const GZIP = { 'accept-encoding': 'gzip' }

/** Checks GET of a path, with each of some headers, and HEAD. @returns the body */
async function assertServed(api: Api, path: string, expected: string, ways = [{}, GZIP]): Promise<string> {
  const bytes = Buffer.from(expected)
  for (const headers of ways) {
    const got = await rawResponse(api, path, headers)
    const isGzip = got.headers['content-encoding'] === 'gzip'
    assert.deepEqual([got.status, isGzip], [200, 'accept-encoding' in headers])
    assert.equal(got.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(got.headers.vary, 'Accept-Encoding')
    assert.equal(Number(got.headers['content-length']), got.bytes.length)
    assert.ok((isGzip ? gunzipSync(got.bytes) : got.bytes).equals(bytes), path)
  }
  const head = await rawResponse(api, path, {}, 'HEAD')
  assert.deepEqual([head.status, head.headers.vary, head.bytes.length], [200, 'Accept-Encoding', 0])
  return expected
}

test('large tickets are listed and read to the byte as small ones are, with cursors and filters', async (t) => {
  const api = await startServer(t)
  await pushTickets(api, [
    ['a', 7_400, { customerId: 'c1' }],
    ['b', 100, { customerId: 'c2' }],
    ['c', 1_500, { customerId: 'c1' }],
    ['d', 1_500, { customerId: 'c2' }],
    ['e', 1_500, { customerId: 'c1' }],
    ['f', 1, { customerId: 'c2' }],
  ])
  const walk = async (given: string, query: Omit<ListQuery, 'limit' | 'cursor'>, limit = 100, ways = [{}]) => {
    const pages: string[] = []
    for (let cursor: string | undefined; ; ) {
      const path = `/tickets?limit=${limit}${given}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
      const page = JSON.parse(
        await assertServed(api, path, await expectedPage(api, tickets, { ...query, limit, cursor }), ways),
      )
      pages.push(page.data.map(({ id }: { id: string }) => id).join(''))
      if (page.nextCursor === null) return pages
      cursor = page.nextCursor
    }
  }
  assert.deepEqual(await walk('', {}, 100, [{}, GZIP]), ['fed', 'cb', 'a'])
  assert.deepEqual(await walk('', {}, 2), ['fe', 'dc', 'b', 'a'])
  assert.deepEqual(await walk('&updatedSince=1002', { updatedSince: 1_002 }), ['fed', 'c'])
  assert.deepEqual(await walk('&customerId=c1', { filters: { customerId: 'c1' } }), ['ec', 'a'])
  assert.deepEqual(await walk('&customerId=c1', { filters: { customerId: 'c1' } }, 1), ['e', 'c', 'a'])
  for (const id of ['a', 'b', 'e']) {
    const object = await getObject(api.store.read, tickets, api.workspaceId, id)
    const body = await assertServed(api, `/tickets/${id}`, stringify(object))
    assert.ok(body.endsWith(`"custom":${ODD}}`), body.slice(-200))
  }
})

test('large tickets are merged with later pushes', async (t) => {
  const api = await startServer(t)
  const stored = () =>
    api.store.read.get(`SELECT typeof(data) AS type, data -> '$.subject' AS subject FROM tickets WHERE id = 'a'`)
  await pushTickets(api, [['a', 1_500, { subject: 'Mütze' }]])
  assert.deepEqual(await stored(), { type: 'text', subject: '"Mütze"' })
  const later = { id: 'a', updatedAt: 2_000, subject: null, messages: thread(1_100) }
  assert.equal((await api.call('POST', '/tickets', { json: { data: [later] } })).status, 200)
  assert.deepEqual(await stored(), { type: 'text', subject: null })
  const object = await getObject(api.store.read, tickets, api.workspaceId, 'a')
  const body = await assertServed(api, '/tickets/a', stringify(object))
  assert.ok(body.includes(`"custom":${ODD}`))
  const shown = thread(1_100).map((sent) => ({ ...sent, createdAt: new Date(sent.createdAt as number).toISOString() }))
  assert.deepEqual(JSON.parse(body).messages, shown)
})

test('large customers have the tags of agents', async (t) => {
  const api = await startServer(t)
  const custom = { note: 'ü'.repeat(15_000), list: Array.from({ length: 100 }, (_, at) => at) }
  const addresses = Array.from({ length: 50 }, () => ({ line1: 'ß'.repeat(250), city: '維'.repeat(250) }))
  const note = 'é'.repeat(90_000)
  const pushed = ['c1', 'c2', 'c3', 'c4'].map((id) => customer({ id, tags: ['vip'], addresses, note, custom }))
  for (const one of pushed) await api.push('customers', [one])
  for (const tag of ['patient', 'vip', 'élan'])
    await api.store.write((tx) =>
      addAgentTag(tx, { workspaceId: api.workspaceId, customerId: 'c2', tag, agent: 'ada' }, api.clock.now()),
    )
  const page = await assertServed(api, '/customers', await expectedPage(api, customers, { limit: 25 }))
  assert.deepEqual(
    JSON.parse(page).data.map(({ tags }: { tags: string[] }) => tags),
    [['vip'], ['vip'], ['vip', 'patient', 'élan'], ['vip']],
  )
  const longer = 'é'.repeat(600_000)
  await api.store.write((tx) => tx.run("UPDATE customers SET data = json_set(data, '$.note', ?)", longer))
  const one = await getObject(api.store.read, customers, api.workspaceId, 'c2')
  await assertServed(api, '/customers/c2', stringify(one))
})

test('clients that leave while a long page is made, compressed or sent disturb nobody', async (t) => {
  const api = await startServer(t)
  await pushTickets(api, [['a', 7_400]])
  const expected = await expectedPage(api, tickets, { limit: 25 })
  const leave = async (head: string, waits: boolean) => {
    const { socket, until } = await rawConnection(t, api.baseUrl)
    socket.write(`GET /api/v1/tickets HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\n${head}\r\n`)
    if (waits) await until(/\r\n\r\n/)
    socket.destroy()
  }
  const left = ['', 'accept-encoding: gzip\r\n'].flatMap((head) => [leave(head, false), leave(head, true)])
  await assertServed(api, '/tickets', expected)
  await Promise.all(left)
  await assertServed(api, '/tickets', expected)
  assert.deepEqual(
    api.log.lines.filter(({ level }) => level === 'error'),
    [],
  )
})

test('an object that cannot be shown is a 500 in the log, and later ones are shown', async (t) => {
  const api = await startServer(t)
  await pushTickets(api, [
    ['a', 1_100],
    ['b', 1_100],
  ])
  await api.store.write((tx) => tx.run("UPDATE tickets SET data = data || 'x' WHERE id = 'a'"))
  const { status, body } = await api.call('GET', '/tickets/a')
  assert.deepEqual([status, body.code], [500, 'INTERNAL_SERVER_ERROR'])
  assert.equal(api.log.lines.filter(({ level }) => level === 'error').length, 1)
  assert.equal((await api.call('GET', '/tickets/b')).status, 200)
})

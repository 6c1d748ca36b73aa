import assert from 'node:assert/strict'
import { mock, type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { nextTurn } from '../../src/lib/gate.ts'
import { stringify } from '../../src/lib/json.ts'
import { addAgentTag } from '../../src/objects/agent-tags.ts'
import { getObject, type ListQuery, listObjects } from '../../src/objects/read.ts'
import { listForResponse } from '../../src/objects/read-apart.ts'
import type { Resource } from '../../src/objects/resource.ts'
import { customers } from '../../src/objects/types/customer.ts'
import { tickets } from '../../src/objects/types/ticket.ts'
import type { Tx } from '../../src/store/store.ts'
import { customer, message, ticket } from '../support/objects.ts'
import { rawConnection, rawResponse } from '../support/raw-http.ts'
import { type Api, addWorkspace, client, startServer } from '../support/server.ts'

/*
 * Objects whose JSON is long are read and shown in other threads. Their responses must be those of short ones, to the byte.
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

/** Counts the reads of the reading thread that return bytes. */
function countReadsApart(api: Api): () => number {
  const { readSlowly } = api.store
  let reads = 0
  api.store.readSlowly = (...asked) => {
    if ([asked[1]].flat().some(({ sql }) => sql.includes('AS BLOB'))) reads++
    return readSlowly(...asked)
  }
  return () => reads
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
  const readsApart = countReadsApart(api)
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
  const before = readsApart()
  assert.ok(before > 0)
  for (const id of ['a', 'b', 'e']) {
    const object = await getObject(api.store.read, tickets, api.workspaceId, id)
    const body = await assertServed(api, `/tickets/${id}`, stringify(object))
    assert.ok(body.endsWith(`"custom":${ODD}}`), body.slice(-200))
  }
  // Each of the two large ones three times: plain, with gzip, and a HEAD.
  assert.equal(readsApart() - before, 6)
})

test('large tickets are stored as text without a copy, and merged with later pushes', async (t) => {
  const api = await startServer(t)
  const given: unknown[] = []
  const { writeInBackground } = api.store
  api.store.writeInBackground = (work) =>
    writeInBackground((tx, quiet, isAwaited) => {
      const many: Tx['many'] = (sql, rows) => {
        given.push(...rows.map((values) => values.find((value) => value instanceof Uint8Array)))
        return tx.many(sql, rows)
      }
      return work({ ...tx, many }, quiet, isAwaited)
    })
  const stored = () =>
    api.store.read.get(`SELECT typeof(data) AS type, data -> '$.subject' AS subject FROM tickets WHERE id = 'a'`)
  await pushTickets(api, [['a', 1_500, { subject: 'Mütze' }]])
  // The memory is freed once the object is stored.
  assert.ok(given[0] instanceof Uint8Array)
  assert.equal(given[0].length, 0)
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

test('a short page beside a large object is read at once', async (t) => {
  const api = await startServer(t)
  await pushTickets(api, [
    ['large', 1_100],
    ['small', 1],
  ])
  const readsApart = countReadsApart(api)
  await assertServed(api, '/tickets?limit=1', await expectedPage(api, tickets, { limit: 1 }))
  await assertServed(
    api,
    '/tickets/small',
    stringify(await getObject(api.store.read, tickets, api.workspaceId, 'small')),
  )
  assert.equal(readsApart(), 0)
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
  const readsApart = countReadsApart(api)
  const page = await assertServed(api, '/customers', await expectedPage(api, customers, { limit: 25 }))
  assert.deepEqual(
    JSON.parse(page).data.map(({ tags }: { tags: string[] }) => tags),
    [['vip'], ['vip'], ['vip', 'patient', 'élan'], ['vip']],
  )
  const longer = 'é'.repeat(600_000)
  await api.store.write((tx) => tx.run("UPDATE customers SET data = json_set(data, '$.note', ?)", longer))
  const one = await getObject(api.store.read, customers, api.workspaceId, 'c2')
  await assertServed(api, '/customers/c2', stringify(one))
  assert.equal(readsApart(), 6)
})

/** Does something once, after a page was chosen and before its rows are read. */
function beforeReading(api: Api, change: () => Promise<unknown>): void {
  const { readSlowly } = api.store
  api.store.readSlowly = async (...asked) => {
    api.store.readSlowly = readSlowly
    await change()
    return readSlowly(...asked)
  }
}

const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)

test('objects that are erased or changed before they are read are left out of the page', async (t) => {
  const api = await startServer(t)
  await pushTickets(api, [
    ['a', 1_100],
    ['b', 1_100],
    ['c', 1_100],
    ['d', 1_100],
  ])
  beforeReading(api, async () => {
    assert.equal((await api.call('DELETE', '/tickets/b')).status, 204)
    await api.push('tickets', [{ id: 'c', updatedAt: 5_000 }])
  })
  const page = await api.call('GET', '/tickets?limit=3')
  assert.deepEqual(idsOf(page), ['d'])
  const rest = await api.call('GET', `/tickets?cursor=${encodeURIComponent(page.body.nextCursor)}`)
  assert.deepEqual([idsOf(rest), rest.body.nextCursor], [['a'], null])
  assert.deepEqual(idsOf(await api.call('GET', '/tickets')), ['c', 'd', 'a'])

  beforeReading(api, () => api.call('DELETE', '/tickets/a'))
  const gone = await api.call('GET', '/tickets/a')
  assert.deepEqual([gone.status, gone.body.code], [404, 'NOT_FOUND'])
  beforeReading(api, () => api.push('tickets', [{ id: 'd', updatedAt: 6_000, subject: 'Changed' }]))
  assert.equal((await api.call('GET', '/tickets/d')).body.subject, 'Changed')
})

test('a page whose objects have grown before they are read ends earlier, and the next one begins there', async (t) => {
  const api = await startServer(t)
  await pushTickets(api, [
    ['a', 1_100],
    ['b', 1_100],
    ['c', 1_100],
  ])
  beforeReading(api, async () => {
    assert.equal((await api.call('DELETE', '/tickets/b')).status, 204)
    await api.push('tickets', [ticket({ id: 'b', updatedAt: 1_001, messages: thread(3_950) })])
  })
  const page = await api.call('GET', '/tickets')
  assert.deepEqual(idsOf(page), ['c'])
  const rest = await api.call('GET', `/tickets?cursor=${encodeURIComponent(page.body.nextCursor)}`)
  assert.deepEqual(idsOf(rest), ['b'])
})

/** The longest text of JSON that this thread reads or makes until `end`, and the longest that it gets from the store. */
function watchThread(t: TestContext, api: Api): { longest: () => number } {
  let longest = 0
  const note = (text: unknown) => {
    if (typeof text === 'string') longest = Math.max(longest, text.length)
  }
  const { parse, stringify: write } = JSON
  t.mock.method(JSON, 'parse', (...given: Parameters<typeof parse>) => {
    note(given[0])
    return parse(...given)
  })
  t.mock.method(JSON, 'stringify', (...given: Parameters<typeof write>) => {
    const text = write(...given)
    note(text)
    return text
  })
  const { read } = api.store
  const seen = <Row>(row: Row) => {
    for (const value of Object.values(row ?? {})) note(value)
    return row
  }
  api.store.read = {
    get: async <Row>(...asked: Parameters<typeof read.get>) => seen(await read.get<Row>(...asked)),
    all: async <Row>(...asked: Parameters<typeof read.all>) => (await read.all<Row>(...asked)).map(seen),
    until: <Row>(isEnd: (row: Row) => boolean, sql: string, ...values: Parameters<typeof read.get>[1][]) =>
      read.until<Row>((row) => isEnd(seen(row)), sql, ...values),
  }
  return { longest: () => longest }
}

test('the thread that serves neither reads nor parses nor writes the JSON of long pages', async (t) => {
  const api = await startServer(t)
  await pushTickets(api, [
    ['a', 7_400, { customerId: 'c1' }],
    ...Array.from({ length: 25 }, (_, at): [string, number] => [`t${at}`, 50]),
  ])
  const { longest } = watchThread(t, api)
  const lengths: number[] = []
  for (const path of ['/tickets', '/tickets?customerId=c1', '/tickets/a'])
    for (const headers of [{}, GZIP]) {
      const { status, bytes } = await rawResponse(api, path, headers)
      assert.equal(status, 200)
      lengths.push(bytes.length)
    }
  mock.restoreAll()
  assert.ok(Math.max(...lengths) > 7_000 * KIB)
  assert.ok(longest() < 64 * KIB, `${longest()} characters`)
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

test('fifty reads of large objects of a workspace wait, one more is a 503, and another workspace has its turn', async (t) => {
  const api = await startServer(t)
  const other = await addWorkspace(api.store, 'other', api.clock)
  await pushTickets(api, [['a', 1_100]])
  await pushTickets({ ...api, ...client(api.baseUrl, other.key) }, [['a', 1_100]])
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const shownFor: string[] = []
  const list = (workspaceId: string) =>
    listForResponse(api.store, tickets, workspaceId, { limit: 25 }, async () => {
      await held
      shownFor.push(workspaceId)
      return Buffer.from('{}')
    })
  const accepted = Array.from({ length: 51 }, () => list(api.workspaceId))
  await assert.rejects(list(api.workspaceId), { code: 'SERVICE_UNAVAILABLE', reason: 'busy' })
  accepted.push(list(other.workspaceId))
  await nextTurn()
  release()
  await Promise.all(accepted)
  assert.deepEqual([shownFor.indexOf(other.workspaceId) < 3, shownFor.length], [true, 52])
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

test('after a large object, the next read of its workspace waits, and no other one', async (t) => {
  const api = await startServer(t)
  const other = await addWorkspace(api.store, 'other', api.clock)
  await pushTickets(api, [['long', 3 * KIB]])
  await pushTickets({ ...api, ...client(api.baseUrl, other.key) }, [['short', 1]])
  mock.timers.enable({ apis: ['setTimeout'] })
  const done: string[] = []
  const read = async (workspaceId: string, id: string) => {
    await getObject(api.store.read, tickets, workspaceId, id)
    done.push(id)
  }
  const reads = [read(api.workspaceId, 'long'), read(api.workspaceId, 'long'), read(other.workspaceId, 'short')]
  try {
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    assert.deepEqual(done.toSorted(), ['long', 'short'])
    mock.timers.tick(39)
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    assert.equal(done.length, 2)
    mock.timers.tick(5)
    await Promise.all(reads)
    mock.timers.tick(100)
  } finally {
    mock.timers.reset()
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { listObjects } from '../../src/objects/find/read.ts'
import { push as pushObjects, writePush } from '../../src/objects/push.ts'
import { products } from '../../src/objects/types/product.ts'
import { tickets } from '../../src/objects/types/ticket.ts'
import { hooks } from '../../src/serve/features.ts'
import type { Reader } from '../../src/store/store.ts'
import { message, order, ticket } from '../support/objects.ts'
import { type Api, startServer } from '../support/server.ts'

const MIB = 1024 * 1024

/** The value of `messages` that makes a ticket of about so many bytes. */
const thread = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 50_000) }, (_, index) =>
    message({ id: `m${index}`, body: 'x'.repeat(49_850) }),
  )

const variant = (index: number) => ({ id: `v${index}`, custom: { note: 'n'.repeat(32_000) } })
/** A product of about so many bytes. */
const heavyProduct = (id: string, bytes: number) => ({
  id,
  updatedAt: 1,
  variants: Array.from({ length: Math.ceil(bytes / 32_050) }, (_, index) => variant(index)),
})

const zipped = (api: Api, path: string, data: unknown[]) =>
  api.call('POST', path, { body: gzipSync(JSON.stringify({ data })), headers: { 'content-encoding': 'gzip' } })

test('a ticket has at most 8 MiB, and the 413 names the larger one', async (t) => {
  const api = await startServer(t)
  const data = [ticket({ id: 'a' }), ticket({ id: 'b', messages: thread(8.2 * MIB) })]
  const over = await zipped(api, '/tickets', data)
  assert.equal(over.status, 413, over.text)
  assert.equal(over.body.code, 'PAYLOAD_TOO_LARGE')
  const { max, received, path } = over.body.data
  assert.deepEqual([max, path], [8 * MIB, ['data', 1]])
  assert.ok(received > max && received < 9 * MIB)
  assert.match(over.body.message, /^data\[1\]: this ticket has \d+ bytes/)
  assert.deepEqual((await api.call('GET', '/tickets')).body.data, [])
  const under = await zipped(api, '/tickets', [ticket({ id: 'b', messages: thread(7.8 * MIB) })])
  assert.equal(under.status, 200, under.text)
})

test('a bulk call with an object of more than 4 MiB is rejected before its 202', async (t) => {
  const api = await startServer(t)
  const data = [...['a', 'b', 'c'].map((id) => heavyProduct(id, 100_000)), heavyProduct('d', 4.2 * MIB)]
  const over = await zipped(api, '/products/bulk', data)
  assert.equal(over.status, 413, over.text)
  assert.deepEqual([over.body.data.max, over.body.data.path], [4 * MIB, ['data', 3]])
  const batches = await api.store.read.all('SELECT id FROM batches')
  assert.deepEqual(batches, [])
})

test('the size of an object is that of its JSON, to the byte', async (t) => {
  const api = await startServer(t, { settings: { maxBody: { small: 5 * MIB, large: 32 * MIB, widget: 65_536 } } })
  const { store, workspaceId } = api
  const large = order({
    id: 'o',
    discountCodes: Array(1_000).fill('é'.repeat(2_000)),
    note: 'é'.repeat(90_000),
    tags: Array(30).fill('y'.repeat(255)),
  })
  await api.push('orders', [large])
  const [row] = await store.read.all<{ data: string }>('SELECT data FROM orders WHERE workspace_id = ?', workspaceId)
  const size = Buffer.byteLength(row?.data ?? '')
  const filled = (bytes: number) => ({ ...large, note: `${large.note}${'x'.repeat(bytes - size)}`, updatedAt: 9e12 })
  assert.ok(4 * MIB - size < 10_000 && size < 4 * MIB, `${size}`)
  const answer = await api.call('POST', '/orders', { json: { data: [filled(4 * MIB + 1)] } })
  assert.equal(answer.status, 413, answer.text)
  assert.deepEqual(answer.body.data, { max: 4 * MIB, received: 4 * MIB + 1, path: ['data', 0] })
  assert.equal((await api.call('POST', '/orders', { json: { data: [filled(4 * MIB)] } })).status, 200)
})

/** All pages of a list: the ids of each, and the bytes of the largest response. */
async function pages(api: Api, resource: string, limit: number): Promise<{ ids: string[][]; largest: number }> {
  const ids: string[][] = []
  let largest = 0
  for (let cursor = ''; ; ) {
    const { body, text } = await api.call('GET', `/${resource}?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    ids.push(body.data.map(({ id }: { id: string }) => id))
    largest = Math.max(largest, text.length)
    if (body.nextCursor === null) return { ids, largest }
    cursor = encodeURIComponent(body.nextCursor)
  }
}

test('a page of a list ends at 4 MiB, and the cursor continues after it', async (t) => {
  const api = await startServer(t)
  const names = Array.from({ length: 10 }, (_, index) => `p${index}`)
  for (const id of names) await api.push('products', [heavyProduct(id, 1.5 * MIB)])
  const { ids, largest } = await pages(api, 'products', 100)
  assert.deepEqual(ids.flat(), names.toReversed())
  assert.deepEqual(new Set(ids.map(({ length }) => length)), new Set([2]))
  assert.ok(largest < 4.5 * MIB, `${largest} bytes`)
})

test('a stored object larger than a page is alone on its page', async (t) => {
  const api = await startServer(t)
  for (const [id, messages] of [
    ['a', []],
    ['b', thread(7 * MIB)],
    ['c', []],
    ['d', []],
  ] as const)
    assert.equal((await zipped(api, '/tickets', [ticket({ id, messages })])).status, 200)
  // From before there was a bound.
  const huge = JSON.stringify({ messages: thread(20 * MIB).map((entry) => ({ ...entry, createdAt: 1 })) })
  await api.store.write((tx) => tx.run("UPDATE tickets SET data = ? WHERE id = 'c'", huge))
  assert.deepEqual((await pages(api, 'tickets', 100)).ids, [['d'], ['c'], ['b'], ['a']])
  assert.equal((await api.call('GET', '/tickets/c')).body.messages.length, thread(20 * MIB).length)
})

test('forty large pages at once are built one by one, and other requests run in between', async (t) => {
  const { store, workspaceId, push } = await startServer(t)
  for (let index = 0; index < 3; index++) await push('products', [heavyProduct(`p${index}`, 1.3 * MIB)])
  let inMaking = 0
  let most = 0
  const read: Reader = {
    ...store.read,
    until: (...args) => {
      most = Math.max(most, ++inMaking)
      return store.read.until(...args)
    },
  }
  const turns = countTurns()
  const list = async () => {
    const { data } = await listObjects(read, products, workspaceId, { limit: 25 })
    inMaking--
    return data.length
  }
  const lengths = await Promise.all(Array.from({ length: 40 }, list))
  assert.deepEqual(new Set(lengths), new Set([3]))
  assert.ok(most <= 2, `${most} at once`)
  assert.ok(turns() >= 40)
})

test('a full page reads no object after it, and is made in several turns of the event loop', async (t) => {
  const { store, workspaceId } = await startServer(t)
  const large = JSON.stringify({ messages: [{ body: 'x'.repeat(5 * MIB) }] })
  const prepared = ['a', 'b'].map((id) => ({
    id,
    updatedAt: 1,
    data: large,
    cleared: [],
    found: { columns: [null, null, null] },
  }))
  await store.write((tx) => pushObjects(tx, { resource: tickets, workspaceId, hooks }, prepared, 1))
  let bytes = 0
  const read: Reader = {
    ...store.read,
    until: <Row>(isEnd: (row: Row) => boolean, ...query: [sql: string, ...values: (string | number)[]]) =>
      store.read.until<Row>(
        (row) => {
          bytes += (row as { data?: string }).data?.length ?? 0
          return isEnd(row)
        },
        ...query,
      ),
  }
  const turns = countTurns()
  const first = await listObjects(read, tickets, workspaceId, { limit: 100 })
  assert.ok(turns() >= 2)
  assert.deepEqual([first.data.map(({ id }) => id), bytes], [['b'], large.length])
  const last = await listObjects(store.read, tickets, workspaceId, { limit: 100, cursor: first.nextCursor ?? '' })
  assert.deepEqual([last.data.map(({ id }) => id), last.nextCursor], [['a'], null])
})

/** Counts how often the event loop comes round. @returns ends the counting, with the result */
function countTurns(): () => number {
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  return () => {
    clearImmediate(next)
    return turns
  }
}

test('while large objects are written, other requests run in between', async (t) => {
  const { store, workspaceId } = await startServer(t)
  const prepared = Array.from({ length: 8 }, (_, index) => ({
    id: `t${index}`,
    updatedAt: 1,
    data: JSON.stringify({ messages: [{ body: 'x'.repeat(2.5 * MIB) }] }),
    cleared: [],
    found: { columns: [null, null, null] },
  }))
  const [results, turns] = await store.write(async (tx) => {
    const counted = countTurns()
    return [await pushObjects(tx, { resource: tickets, workspaceId, hooks }, prepared, 1), counted()] as const
  })
  assert.deepEqual(new Set(results.map(({ status }) => status)), new Set(['created']))
  assert.ok(turns >= 7, `${turns} turns`)
})

test('the objects of a long call are written after those of the calls that wait', async (t) => {
  const { store, workspaceId, clock } = await startServer(t)
  const written: string[] = []
  const write = (call: string, characters: number) => {
    const found = { columns: [null, null, null] }
    const object = { id: call, updatedAt: 1, data: 'x'.repeat(characters), cleared: [], found }
    const pushed = { store, workspace: { id: workspaceId }, resource: tickets, hooks, clock }
    return writePush(pushed, [object], async () => void written.push(call))
  }
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const first = store.write(() => held)
  await nextTurn()
  const calls = [write('long', 2 * MIB), write('short', 100)]
  release()
  await Promise.all([first, ...calls])
  assert.deepEqual(written, ['short', 'long'])
})

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { resources } from '../../src/objects/resources.ts'
import { order, shipment, ticket } from '../support/objects.ts'
import { storewire } from '../support/process.ts'
import { startServer, tempFolder } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const DOTS = ['.', '..']

test('an id that no URL can contain is rejected, in single and bulk calls', async (t) => {
  const api = await startServer(t)
  for (const { name, maxPerBatch } of resources)
    for (const id of DOTS)
      for (const path of [`/${name}`, ...(maxPerBatch === null ? [] : [`/${name}/bulk`])]) {
        const { status, body } = await api.call('POST', path, { json: { data: [{ id, updatedAt: 1 }] } })
        assert.equal(status, 400, `${path} ${id}`)
        assert.deepEqual(body.data.issues[0].path, ['data', 0, 'id'])
        assert.match(body.data.issues[0].message, /must not be \. or \.\./)
      }
})

test('a reference to an id that no URL can contain is rejected', async (t) => {
  const api = await startServer(t)
  for (const [path, object] of [
    ['/orders', order({ customerId: '..' })],
    ['/shipments', shipment({ orderId: '.' })],
    ['/tickets', ticket({ customerId: '..' })],
    ['/tickets', ticket({ orderIds: ['.'] })],
  ] as const)
    assert.equal((await api.call('POST', path, { json: { data: [object] } })).status, 400, path)
})

test('longer ids of dots are accepted, and so are such ids of objects without a URL', async (t) => {
  const api = await startServer(t)
  const items = [{ id: '.', title: 'x', quantity: 1, unitPrice: 1 }]
  const { results } = await api.push('orders', [order({ id: '...', items }), order({ id: '.a' }), order({ id: 'a.' })])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['created', 'created', 'created'],
  )
  for (const id of ['...', '.a', 'a.']) assert.equal((await api.call('DELETE', `/orders/${id}`)).status, 204)
})

test('no session is opened for a customer who could not be erased', async (t) => {
  const { start, sign } = await startWidget(await startServer(t))
  const { status, body } = await start({ identityToken: await sign({ sub: '..' }) })
  assert.deepEqual([status, body.data.reason], [401, 'bad'])
})

test('an import writes a row with such an id to the file of rejected rows', async (t) => {
  const api = await startServer(t)
  const folder = await tempFolder(t)
  const [file, key] = [join(folder, 'customers.ndjson'), join(folder, 'key')]
  await writeFile(key, api.key)
  await writeFile(file, '{"id":"..","updatedAt":1}\n{"id":"c1","updatedAt":1}\n')
  const run = await storewire(['import', 'customers', file, '--url', api.baseUrl, '--key-file', key])
  assert.match(run.stdout, /2 customers read, 1 created, 0 updated, 0 stale, 1 rejected/)
})

test('the reference has a pattern that excludes these ids only', async (t) => {
  const { body } = await (await startServer(t)).call('GET', '/spec.json')
  const { pattern } = body.components.schemas.Customer.properties.id
  for (const id of DOTS) assert.doesNotMatch(id, new RegExp(pattern, 'u'))
  for (const id of ['...', '.a', '..a', 'a', '\n', '.\n', '..\n', '🧣']) assert.match(id, new RegExp(pattern, 'u'))
})

test('an object stored earlier with such an id can be erased on the command line, with everything that belongs to it', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const page = await open('c1')
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  await api.store.write(async (tx) => {
    await tx.run(
      `INSERT INTO customers (workspace_id, id, updated_at, data) VALUES (?, '..', 1, '{}')`,
      api.workspaceId,
    )
    await tx.run(`UPDATE conversations SET customer_id = '..'`)
  })
  const erase = (...args: string[]) => storewire(['erase', ...args, '--db', api.file])
  const erased = await erase('customers', '..')
  assert.deepEqual([erased.code, erased.stdout, erased.stderr], [0, 'The customer .. is erased.\n', ''])
  assert.deepEqual(await api.store.read.all('SELECT id FROM customers'), [])
  assert.deepEqual(await api.store.read.all('SELECT id FROM messages'), [])
  const again = await erase('customers', '..', '--json')
  assert.equal(again.code, 1)
  assert.match(again.stderr, /no customer with this id/)
})

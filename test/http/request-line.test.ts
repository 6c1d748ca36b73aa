import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { customer, message, order, shipment, ticket } from '../support/objects.ts'
import { startProcess } from '../support/process.ts'
import { rawConnection } from '../support/raw-http.ts'
import { client, startServer, tempFolder } from '../support/server.ts'
import { until } from '../support/until.ts'

const keyIn = (output: string) => /sk_\w+/.exec(output)?.[0] ?? ''

test('the log has one line for each request, with the id of its response and the declared path', async (t) => {
  const api = await startServer(t)
  const push = await api.call('POST', '/orders', { json: { data: [order(), order({ id: 'o2' })] } })
  const read = await api.call('GET', '/orders/o1')
  const bulk = await api.call('POST', '/orders/bulk', { json: { data: [order({ id: 'o3' })] } })
  const method = await api.call('POST', '/orders/o1')
  const unknown = await api.call('GET', '/nothing/o1')
  const stranger = await api.call('GET', '/ping', { headers: { authorization: 'Bearer sk_x' } })
  const alive = await api.call('GET', '/../../healthz')
  const [key] = await api.store.read.all<{ id: string }>('SELECT id FROM api_keys')
  const known = { keyId: key?.id, workspaceId: api.workspaceId }
  const nobody = { keyId: undefined, workspaceId: undefined, objects: undefined }
  const expected = [
    [push, { ...known, method: 'POST', route: '/orders', status: 200, objects: 2 }],
    [read, { ...known, method: 'GET', route: '/orders/{id}', status: 200, objects: undefined }],
    [bulk, { ...known, method: 'POST', route: '/orders/bulk', status: 202, objects: 1 }],
    [method, { ...nobody, method: 'POST', route: '/orders/{id}', status: 405 }],
    [unknown, { ...nobody, method: 'GET', route: 'unknown', status: 404 }],
    [stranger, { ...nobody, method: 'GET', route: '/ping', status: 401 }],
    [alive, { ...nobody, method: 'GET', route: '/healthz', status: 200 }],
  ] as const
  assert.deepEqual(
    api.log.requests.map(({ level, fields: { durationMs, ...fields } = {} }) => {
      assert.ok(typeof durationMs === 'number' && durationMs > 0 && durationMs < 60_000)
      return { level, fields }
    }),
    expected.map(([answer, fields]) => ({
      level: answer === alive ? 'debug' : 'info',
      fields: { requestId: answer.headers.get('x-request-id'), ...fields },
    })),
  )
})

test('bytes that never became a request have a line, too, with the id of the response', async (t) => {
  const api = await startServer(t)
  for (const [request, status] of [
    ['nonsense', 400],
    ['CONNECT example.com:443 HTTP/1.1\r\nhost: x', 405],
    [`GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(70_000)}`, 431],
  ] as const) {
    const { socket, until, closed } = await rawConnection(t, api.baseUrl)
    socket.write(`${request}\r\n\r\n`)
    const answer = await until(/\}$/)
    await closed
    const requestId = /x-request-id: (\S+)/.exec(answer)?.[1]
    const line = api.log.requests.find(({ fields }) => fields?.requestId === requestId)
    assert.equal(line?.fields?.status, status)
    assert.equal(line?.fields?.route, 'unknown')
  }
})

test('a client that left before its response is marked', async (t) => {
  const api = await startServer(t)
  const { socket } = await rawConnection(t, api.baseUrl)
  const head = ['POST /api/v1/orders HTTP/1.1', 'host: x', `authorization: Bearer ${api.key}`]
  socket.write([...head, 'content-type: application/json', 'content-length: 100', '', '{'].join('\r\n'))
  await api.call('GET', '/ping')
  socket.destroy()
  await until(() => api.log.requests.some(({ fields }) => fields?.status === 499))
})

/** Everything below is in requests of the test, and nowhere in the log. */
const SECRET = 'zweihundert'

test("the server's log has no key, body, address, query or id of a shop", async (t) => {
  const { baseUrl, output, errors, stop } = await startProcess(t, [
    '--db',
    join(await tempFolder(t), `shop.db`),
    '--log-level',
    'debug',
  ])
  const key = keyIn(output())
  const api = client(baseUrl, key)
  const email = `${SECRET}@example.com`
  await api.push('customers', [
    customer({ id: SECRET, email, name: SECRET, phone: SECRET, custom: { [SECRET]: SECRET } }),
  ])
  await api.push('orders', [order({ id: email, email, note: SECRET, [SECRET]: SECRET })], '?strict=false')
  await api.call('GET', `/orders?number=${SECRET}`)
  await api.push('shipments', [shipment({ id: SECRET, trackingNumber: SECRET })])
  await api.push('tickets', [ticket({ id: SECRET, email, subject: SECRET, messages: [message({ body: SECRET })] })])
  await api.call('POST', '/orders/bulk', { json: { data: [order({ id: SECRET, email })] } })
  await api.call('POST', '/backfills', { json: { label: SECRET } })
  await api.call('GET', `/customers/${SECRET}?email=${email}`)
  await api.call('DELETE', `/customers/${SECRET}`, { headers: { 'idempotency-key': SECRET } })
  // And all that goes wrong.
  await api.call('GET', `/customers/${SECRET}`)
  await api.call('GET', `/${SECRET}/${email}?${SECRET}`)
  await api.call('PUT', `/customers/${SECRET}`)
  await api.call('GET', `/batches/${SECRET}`)
  await api.call('POST', `/backfills/${SECRET}/close`)
  await api.call('POST', '/customers', { json: { data: [{ id: SECRET, email: 17, updatedAt: email }] } })
  await api.call('POST', `/customers?strict=true`, { json: { data: [customer({ [SECRET]: SECRET })] } })
  await api.call('POST', '/customers', { body: `{"data": [{"email": "${email}", oops` })
  await api.call('POST', '/customers', { body: email, headers: { 'content-type': `text/${SECRET}` } })
  await api.call('POST', '/customers', { json: { data: Array(26).fill(customer({ email })) } })
  await api.call('GET', `/orders?cursor=${SECRET}`)
  await client(baseUrl, `sk_${SECRET}`).call('GET', '/ping')
  await api.call('GET', `/%ff%00${SECRET}`)
  for (const request of [
    `GET /${SECRET}`,
    `${SECRET} / HTTP/1.1\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: ${SECRET} x\r\n\r\n`,
  ]) {
    const { socket, until } = await rawConnection(t, baseUrl)
    socket.write(`${request}\r\n\r\n`)
    await until(/HTTP\/1.1 40[05]/)
  }
  assert.equal(await stop(), 0)
  const lines = errors().trimEnd().split('\n')
  assert.ok(lines.length > 20, errors())
  for (const line of lines) {
    assert.doesNotMatch(line, new RegExp(`${SECRET}|@example|${key}|sk_|pk_|strict=|Bearer`, 'i'))
    const { time, level, message } = JSON.parse(line)
    assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.match(level, /^(debug|info|error)$/)
    assert.ok(message.length > 0)
  }
})

test('--log-level and its variable decide how much is logged', async (t) => {
  const folder = await tempFolder(t)
  const told = async (name: string, args: string[], env: Record<string, string> = {}) => {
    const { baseUrl, errors, stop } = await startProcess(t, ['--db', join(folder, name), ...args], { env })
    await fetch(`${baseUrl}/ping`)
    await fetch(`${baseUrl}/../../healthz`)
    await stop()
    return errors()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line).route)
      .filter((route) => route !== undefined)
  }
  assert.deepEqual(await told('a.db', []), ['/ping'])
  assert.deepEqual(await told('b.db', ['--log-level', 'debug']), ['/ping', '/healthz'])
  assert.deepEqual(await told('c.db', ['--log-level', 'error']), [])
  assert.deepEqual(await told('d.db', [], { STOREWIRE_LOG_LEVEL: 'silent' }), [])
})

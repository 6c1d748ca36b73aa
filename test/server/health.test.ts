import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { startServer } from '../support/server.ts'

test('a server that can work says so', async (t) => {
  const api = await startServer(t)
  for (const path of ['/../../healthz', '/../../readyz']) {
    const { status, body, headers } = await api.call('GET', path, { headers: { authorization: '' } })
    assert.equal(status, 200)
    assert.deepEqual(body, { status: 'ok' })
    assert.match(headers.get('x-request-id') ?? '', /./)
  }
})

test('while the database cannot be written the server is alive but not ready, and pushes are a 503', async (t) => {
  const api = await startServer(t)
  const other = new Database(api.file)
  t.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const [alive, ready, push, read] = await Promise.all([
    api.call('GET', '/../../healthz'),
    api.call('GET', '/../../readyz'),
    api.call('POST', '/orders', { json: { data: [{ id: 'o1', updatedAt: 1 }] } }),
    api.call('GET', '/orders'),
  ])
  assert.equal(alive.status, 200)
  assert.equal(read.status, 200)
  for (const answer of [ready, push]) {
    assert.equal(answer.status, 503)
    assert.equal(answer.body.code, 'SERVICE_UNAVAILABLE')
    assert.match(answer.body.message, /Nothing was stored: another process holds the database/)
  }
  other.exec('ROLLBACK')
  assert.equal((await api.call('GET', '/../../readyz')).status, 200)
  assert.equal((await api.push('orders', [{ id: 'o1', updatedAt: 1 }])).results[0]?.status, 'created')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeMember } from '../../src/access/memberships.ts'
import { assertError, signedIn } from '../support/console.ts'
import { startServer } from '../support/server.ts'

const owner = { name: 'test', origin: 'test', role: 'owner', isOperator: true } as const

test('each member has own views of a list, 20 at most, and they end with the member', async (t) => {
  const api = await startServer(t)
  const [ada, ben] = [await signedIn(api), await signedIn(api, { email: 'ben@shop.example', role: 'agent' })]
  const save = (name: string, filters: object = { status: 'shipped' }) => ben.post('/views/orders', { name, filters })
  assert.equal((await save('Sent')).status, 204)
  await save('Sent', { status: 'delivered', placedSince: '2026-02-01T00:00:00Z' })
  const { body } = await ben.get('/views/orders')
  assert.deepEqual(body.data, [{ name: 'Sent', query: 'status=delivered&placedSince=2026-02-01T00%3A00%3A00Z' }])
  for (const [page, list] of [
    [ada, 'orders'],
    [ben, 'tickets'],
  ] as const)
    assert.deepEqual((await page.get(`/views/${list}`)).body.data, [])
  for (let number = 1; number < 20; number++) await save(`view ${number}`)
  assertError(await save('one more'), 409, 'too_many_views')
  assert.equal((await save('Sent')).status, 204)
  assert.equal((await ben.post('/views/orders/delete', { name: 'Sent' })).status, 204)
  assert.equal((await ada.post('/views/orders/delete', { name: 'view 1' })).status, 404)
  const { workspaceId } = api
  await api.store.write((tx) => removeMember(tx, owner, { workspaceId, memberId: ben.memberId }, api.clock.now()))
  assert.deepEqual(await api.store.read.all('SELECT * FROM saved_views'), [])
})

test('refunds and chats have views, too, and a view keeps the sort', async (t) => {
  const page = await signedIn(await startServer(t))
  for (const [list, filters, query] of [
    ['refunds', { tab: 'done', status: 'failed', sort: 'oldest' }, 'tab=done&status=failed&sort=oldest'],
    ['chats', { show: 'closed', reason: 'human' }, 'show=closed&reason=human'],
    ['orders', { sort: 'oldest' }, 'sort=oldest'],
  ] as const) {
    assert.equal((await page.post(`/views/${list}`, { name: 'Mine', filters })).status, 204)
    assert.deepEqual((await page.get(`/views/${list}`)).body.data, [{ name: 'Mine', query }])
  }
  assert.equal((await page.get('/views/members')).status, 400)
})

test('a filter that names a person is not kept in a view', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  await page.post('/views/orders', { name: 'Ada', filters: { status: 'shipped', email: 'ada@example.com' } })
  assert.deepEqual((await page.get('/views/orders')).body.data, [{ name: 'Ada', query: 'status=shipped' }])
})

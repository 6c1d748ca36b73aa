import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importKeys, revokeKey } from '../../src/access/keys.ts'
import { assertError } from '../support/errors.ts'
import { addWorkspace, client, owner, startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const HOUR = 3_600_000

test('a page starts the session of a guest with the publishable key', async (t) => {
  const api = await startServer(t)
  const { start } = await startWidget(api)
  const { status, body } = await start({ visitorId: 'v1', pageUrl: 'https://shop.example/mugs', locale: 'de-DE' })
  assert.equal(status, 200)
  assert.match(body.sessionId, /^ses_/)
  assert.match(body.token, /^st_[0-9A-Za-z]{27}$/)
  assert.equal(body.expiresAt, new Date(api.clock.now() + 24 * HOUR).toISOString())
  assert.equal(body.customer, null)
  const empty = await start({})
  assert.notEqual(empty.body.token, body.token)
  const stored = await api.store.read.all<Record<string, unknown>>('SELECT * FROM widget_sessions ORDER BY id')
  assert.deepEqual(
    [stored[0]?.visitor_id, stored[0]?.page_url, stored[0]?.locale],
    ['v1', 'https://shop.example/mugs', 'de-DE'],
  )
  assert.ok(!JSON.stringify(stored).includes(body.token.slice(3)), 'the token itself is not stored')
})

test('a secret key starts no session, and a publishable key or a session reaches no data', async (t) => {
  const api = await startServer(t)
  const { key, start, open } = await startWidget(api)
  for (const wrong of [api.key, 'pk_unknown', ''])
    assertError(await start({}, { 'x-service-key': wrong }), 401, 'UNAUTHORIZED')
  const bearer = await client(api.baseUrl, key).call('POST', '/widget/sessions', { json: {} })
  assertError(bearer, 401, 'UNAUTHORIZED')
  assert.deepEqual([bearer.body.data, bearer.headers.get('www-authenticate')], [{}, 'ServiceKey'])
  const { token } = await open()
  for (const credential of [key, token])
    for (const path of ['/ping', '/orders', '/customers/c1'])
      assertError(await client(api.baseUrl, credential).call('GET', path), 401, 'UNAUTHORIZED')
})

test('an older publishable key works once it is imported, and no key once it is revoked', async (t) => {
  const api = await startServer(t)
  const { start } = await startWidget(api)
  const old = 'pk_sand_4f9a8b7c6d5e4f3a2b1c'
  const request = { workspaceId: api.workspaceId, kind: undefined, keys: [old] }
  const [id = ''] = await api.store.write((tx) => importKeys(tx, owner, request, api.clock.now()))
  assert.equal((await start({}, { 'x-service-key': old })).status, 200)
  await api.store.write((tx) => revokeKey(tx, owner, id, api.clock.now()))
  assertError(await start({}, { 'x-service-key': old }), 401, 'UNAUTHORIZED')
})

test('an invalid request starts no session', async (t) => {
  const api = await startServer(t)
  const { start } = await startWidget(api)
  const wrong = [
    { identityToken: 1 },
    { visitorId: '' },
    { visitorId: {} },
    { pageUrl: 'javascript:alert(1)' },
    { locale: 'x y' },
    [],
    'guest',
    null,
  ]
  for (const body of wrong) assertError(await start(body as object), 400, 'BAD_REQUEST')
  assert.deepEqual(await api.store.read.all('SELECT * FROM widget_sessions'), [])
})

test('starting sessions is limited by workspace and client address, and other calls are not', async (t) => {
  const api = await startServer(t, { limits: { widget: 2 }, settings: { trustProxy: 1 } })
  const shop = await startWidget(api)
  const other = await startWidget(api, (await addWorkspace(api.store, 'other', api.clock)).workspaceId)
  const from = (address: string) => ({ 'x-forwarded-for': address })
  for (let call = 0; call < 2; call++) assert.equal((await shop.start({}, from('192.0.2.1'))).status, 200)
  const refused = await shop.start({}, from('192.0.2.1'))
  assertError(refused, 429, 'TOO_MANY_REQUESTS')
  assert.deepEqual(refused.body.data, { limit: 2, windowSeconds: 60 })
  assert.equal(refused.headers.get('retry-after'), '60')
  assert.equal((await shop.start({}, from('192.0.2.2'))).status, 200)
  assert.equal((await other.start({}, from('192.0.2.1'))).status, 200)
  assert.equal((await api.call('GET', '/ping')).status, 200)
  api.clock.advance(60_000)
  assert.equal((await shop.start({}, from('192.0.2.1'))).status, 200)
})

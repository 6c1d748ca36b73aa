import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOrigin, removeOrigin } from '../../src/widget/origins.ts'
import { assertError } from '../support/errors.ts'
import { type Api, addWorkspace, client, owner, startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const SHOP = 'https://shop.example'
const ELSEWHERE = 'https://elsewhere.example'

const allowedFor = (headers: Headers) => headers.get('access-control-allow-origin')

function ask({ baseUrl }: Api, path: string, origin: string, method = 'POST') {
  const headers = { origin, 'access-control-request-method': method, 'access-control-request-headers': 'x-service-key' }
  return client(baseUrl, '').call('OPTIONS', path, { headers })
}

const change = ({ store, workspaceId, clock }: Api, how: typeof addOrigin, origin: string) =>
  store.write((tx) => how(tx, owner, { workspaceId, origin }, clock.now()))

test('a preflight request returns what a page may send', async (t) => {
  const api = await startServer(t)
  const { status, headers, text } = await ask(api, '/widget/sessions', SHOP)
  assert.deepEqual([status, text], [204, ''])
  assert.equal(allowedFor(headers), SHOP)
  assert.equal(headers.get('vary'), 'Origin')
  assert.equal(headers.get('access-control-allow-methods'), 'POST')
  for (const name of ['x-service-key', 'authorization', 'content-type', 'idempotency-key', 'last-event-id'])
    assert.match(headers.get('access-control-allow-headers') ?? '', new RegExp(name, 'i'))
  assert.equal(headers.get('access-control-allow-credentials'), null)
})

test('the data endpoints reject calls of pages', async (t) => {
  const api = await startServer(t)
  assertError(await ask(api, '/orders', SHOP), 405, 'METHOD_NOT_SUPPORTED')
  assert.equal(allowedFor((await api.call('GET', '/ping', { headers: { origin: SHOP } })).headers), null)
})

test('without allowed origins every page may use the widget; with some, only their pages', async (t) => {
  const api = await startServer(t)
  const { start } = await startWidget(api)
  const from = (origin: string) => start({}, { origin })
  assert.equal(allowedFor((await from(ELSEWHERE)).headers), ELSEWHERE)

  assert.deepEqual(await change(api, addOrigin, 'HTTPS://Shop.Example:443/'), [SHOP])
  assert.equal((await from(SHOP)).status, 200)
  assert.equal(allowedFor((await from(SHOP)).headers), SHOP)
  for (const origin of [ELSEWHERE, 'http://shop.example', `${SHOP}:8443`, 'https://www.shop.example']) {
    const refused = await from(origin)
    assertError(refused, 403, 'FORBIDDEN')
    assert.deepEqual([allowedFor(refused.headers), refused.headers.get('vary')], [null, 'Origin'])
    assert.equal(allowedFor((await ask(api, '/widget/sessions', origin)).headers), null)
  }
  assert.equal((await start()).status, 200, 'a program that is no browser names no origin')

  assert.deepEqual(await change(api, removeOrigin, SHOP), [])
  assert.equal((await from(ELSEWHERE)).status, 200)
})

test('the origins of one workspace do not open another', async (t) => {
  const api = await startServer(t)
  const other = await addWorkspace(api.store, 'other', api.clock)
  const theirs = await startWidget(api, other.workspaceId)
  const { start } = await startWidget(api)
  await change(api, addOrigin, SHOP)
  await change({ ...api, ...other }, addOrigin, ELSEWHERE)
  assert.equal(allowedFor((await ask(api, '/widget/sessions', ELSEWHERE)).headers), ELSEWHERE)
  assertError(await start({}, { origin: ELSEWHERE }), 403, 'FORBIDDEN')
  assertError(await theirs.start({}, { origin: SHOP }), 403, 'FORBIDDEN')
  assert.equal((await theirs.start({}, { origin: ELSEWHERE })).status, 200)
})

test('a page can read every error of the widget', async (t) => {
  const api = await startServer(t, { limits: { unauthorized: 1 } })
  const { start, key } = await startWidget(api)
  const call = (method: string, headers: Record<string, string>, body?: string) =>
    client(api.baseUrl, '').call(method, '/widget/sessions', {
      headers: { origin: SHOP, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const answers = [
    [400, await start({ locale: 5 }, { origin: SHOP })],
    [400, await call('POST', { 'x-service-key': key }, '{')],
    [401, await call('POST', {}, '{}')],
    [429, await call('POST', {}, '{}')],
    [405, await call('DELETE', { 'x-service-key': key })],
    [415, await call('POST', { 'x-service-key': key, 'content-type': 'text/plain' }, '{}')],
  ] as const
  for (const [status, answer] of answers) {
    assert.equal(answer.status, status, answer.text)
    assert.deepEqual([allowedFor(answer.headers), answer.headers.get('vary')], [SHOP, 'Origin'], answer.text)
  }
  assert.equal(answers[4][1].headers.get('allow'), 'POST, OPTIONS')
})

test('a workspace lists 50 origins, which all fit into a header, and each of them once', async (t) => {
  const api = await startServer(t)
  const origins = Array.from({ length: 50 }, (_, at) => `https://${at}.shop.example`)
  for (const origin of origins) await change(api, addOrigin, origin)
  await assert.rejects(change(api, addOrigin, SHOP), { code: 'CONFLICT', reason: 'too_many_origins' })
  assert.equal((await change(api, addOrigin, origins[0] ?? '')).length, 50)
  await change(api, removeOrigin, origins[0] ?? '')
  const listed = await change(api, addOrigin, SHOP)
  assert.deepEqual([listed.length, listed.includes(SHOP)], [50, true])
})

test('an invalid origin is rejected with a message', async (t) => {
  const api = await startServer(t)
  const wrong = [
    'shop.example',
    'ftp://shop.example',
    `${SHOP}/cart`,
    `${SHOP}?x`,
    'https://*.shop.example',
    '*',
    'null',
    '',
    // Pasted from a list: they would be another source, or the end of the policy in a header.
    `${SHOP},`,
    `${SHOP};`,
    `${SHOP},www.shop.example`,
  ]
  for (const origin of [...wrong, 'https://user@shop.example'])
    await assert.rejects(change(api, addOrigin, origin), { code: 'BAD_REQUEST' }, origin)
  for (const origin of [
    'http://[::1]:8080',
    'https://my_shop.example',
    'https://shöp.example',
    'http://127.0.0.1:3000',
  ])
    await change(api, addOrigin, origin)
  await assert.rejects(change(api, removeOrigin, SHOP), { code: 'NOT_FOUND' })
  const agent = { name: 'ann', origin: 'test', role: 'agent' } as const
  const request = { workspaceId: api.workspaceId, origin: SHOP }
  for (const how of [addOrigin, removeOrigin])
    await assert.rejects(
      api.store.write((tx) => how(tx, agent, request, 1)),
      { code: 'FORBIDDEN' },
    )
})

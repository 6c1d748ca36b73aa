import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { MINUTE_MS } from '../../src/lib/time.ts'
import type { OpeningHours } from '../../src/tools/opening-hours.ts'
import type { FrameConfig } from '../../src/widget/frame-config.ts'
import { addOrigin } from '../../src/widget/origins.ts'
import { assertError } from '../support/errors.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Api, addWorkspace, owner, startServer } from '../support/server.ts'
import { startWidget, type Widget } from '../support/widget.ts'

const SHOP = 'https://shop.example'
/** What browsers send for a sandboxed frame. */
const FRAME = { origin: 'null' }

const allow = (api: Api, origin: string) =>
  api.store.write((tx) => addOrigin(tx, owner, { workspaceId: api.workspaceId, origin }, api.clock.now()))

async function loadFrame(api: Api, key: string, more = ''): Promise<Response> {
  return fetch(`${new URL(api.baseUrl).origin}/widget/frame?key=${key}${more}`, {
    headers: { cookie: 'storewire=a-session-of-the-console' },
  })
}

async function configOf(response: Response): Promise<FrameConfig> {
  const [, json = ''] = /id="config">(.*?)<\/script>/.exec(await response.text()) ?? []
  return JSON.parse(json)
}

async function started(t: TestContext): Promise<{ api: Api; widget: Widget }> {
  const api = await startServer(t)
  return { api, widget: await startWidget(api) }
}

test('the document of the frame is sandboxed, and only pages of allowed origins may frame it', async (t) => {
  const { api, widget } = await started(t)
  const policy = async () => (await loadFrame(api, widget.key)).headers.get('content-security-policy') ?? ''
  assert.match(await policy(), /^sandbox (?!.*allow-same-origin)/)
  assert.match(await policy(), /frame-ancestors \*$/)
  await allow(api, SHOP)
  assert.match(await policy(), /frame-ancestors 'self' https:\/\/shop\.example$/)
  const response = await loadFrame(api, widget.key)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('set-cookie'), null)
  assert.deepEqual((await configOf(response)).origins, [SHOP])
})

test('the document names the address of its API, and keeps its files usable, as WebKit needs it', async (t) => {
  const { api, widget } = await started(t)
  const { origin, host } = new URL(api.baseUrl)
  const connects = async (given: string) => {
    const { socket, until } = await rawConnection(t, api.baseUrl)
    socket.write(`GET /widget/frame?key=${widget.key} HTTP/1.1\r\nHost: ${given}\r\n\r\n`)
    return /connect-src ([^;]*);/.exec(await until(/\r\n\r\n/))?.[1]
  }
  assert.equal(await connects(host), `'self' https://${host} http://${host}`)
  assert.equal(
    await connects('support.shop.example'),
    `'self' https://support.shop.example http://support.shop.example`,
  )
  for (const hostile of ['*', 'a;script-src', 'evil.example,x', "'none'"])
    assert.doesNotMatch((await connects(hostile)) ?? '', /[*,]|script|none|evil/, hostile)
  const [, name = ''] = /<script src="(assets\/[^"]+)"/.exec(await (await loadFrame(api, widget.key)).text()) ?? []
  const file = await fetch(`${origin}/widget/${name}`)
  const again = await fetch(`${origin}/widget/${name}`, {
    headers: { 'if-none-match': file.headers.get('etag') ?? '' },
  })
  assert.equal(again.status, 304)
  for (const header of ['cross-origin-resource-policy', 'cache-control'])
    assert.equal(again.headers.get(header), file.headers.get(header), header)
})

test('the document says when people are back, if they are away', async (t) => {
  const { api, widget } = await started(t)
  const awayUntil = async () => (await configOf(await loadFrame(api, widget.key))).awayUntil
  const set = (hours: OpeningHours | null) =>
    api.store.write((tx) =>
      changeAssistantSettings(tx, owner, { workspaceId: api.workspaceId, change: { hours } }, api.clock.now()),
    )
  assert.equal(await awayUntil(), null)
  // The clock of tests shows 1 March 2026, a Sunday.
  await set({ timeZone: 'Europe/Berlin', open: [{ days: ['mon'], from: '09:00', until: '17:00' }] })
  assert.equal(await awayUntil(), '2026-03-02T08:00:00.000Z')
  await set({ timeZone: 'Europe/Berlin', open: [{ days: ['sun'], from: '00:00', until: '24:00' }] })
  assert.equal(await awayUntil(), null)
})

test('an invalid key frames nothing, and counts as a guess', async (t) => {
  const api = await startServer(t, { limits: { unauthorized: 1 } })
  assert.equal((await loadFrame(api, 'pk_wrong')).status, 401)
  assert.equal((await loadFrame(api, api.key)).status, 429)
})

test('a page without an origin starts a session only with a ticket of the frame, for ten minutes', async (t) => {
  const { api, widget } = await started(t)
  const { ticket } = await configOf(await loadFrame(api, widget.key))
  const start = (ticket: string) => widget.start({}, { ...FRAME, 'x-widget-ticket': ticket })
  assertError(await widget.start({}, FRAME), 403, 'FORBIDDEN')
  const good = await start(ticket)
  assert.deepEqual([good.status, good.headers.get('access-control-allow-origin')], [200, 'null'])
  const call = await fetch(`${api.baseUrl}/widget/conversation`, {
    headers: { ...FRAME, authorization: `Bearer ${good.body.token}` },
  })
  assert.deepEqual([call.status, call.headers.get('access-control-allow-origin')], [200, 'null'])

  const [until = '', proof = ''] = ticket.split('.')
  for (const forged of [`zzzzzzzz.${proof}`, `${until}.`, until, '', 'a.b.c', `${until}.${proof}x`])
    assert.deepEqual((await start(forged)).body.data, { reason: 'ticket' })
  const other = await addWorkspace(api.store, 'other', api.clock)
  const theirs = await startWidget(api, other.workspaceId)
  await loadFrame(api, theirs.key)
  assertError(await theirs.start({}, { ...FRAME, 'x-widget-ticket': ticket }), 403, 'FORBIDDEN')

  api.clock.advance(10 * MINUTE_MS - 1)
  assert.equal((await start(ticket)).status, 200)
  api.clock.advance(1)
  assert.deepEqual((await start(ticket)).body.data, { reason: 'ticket' })
})

test('a page with an origin needs no ticket, and a ticket does not help it', async (t) => {
  const { api, widget } = await started(t)
  await allow(api, SHOP)
  const { ticket } = await configOf(await loadFrame(api, widget.key))
  assert.equal((await widget.start({}, { origin: SHOP })).status, 200)
  assertError(await widget.start({}, { origin: 'https://evil.example', 'x-widget-ticket': ticket }), 403, 'FORBIDDEN')
})

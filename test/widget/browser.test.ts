import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { addOrigin } from '../../src/widget/origins.ts'
import { noBrowser, openPage } from '../support/browser.ts'
import { owner, startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

/** What a widget does: starts a session, follows it, says something, and waits until the stream tells it. */
const CHAT = `
  async function chat(api, key) {
    const post = async (path, headers, body) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
      const answer = await fetch(api + '/widget' + path, init)
      return { status: answer.status, requestId: answer.headers.get('x-request-id'), body: await answer.json() }
    }
    const { body: session } = await post('/sessions', { 'x-service-key': key }, { pageUrl: location.href })
    const authorization = 'Bearer ' + session.token
    const { lastEventId } = await (await fetch(api + '/widget/conversation', { headers: { authorization } })).json()
    const stream = await fetch(api + '/widget/events', { headers: { authorization, 'last-event-id': lastEventId } })
    const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader()
    const sent = await post('/messages', { authorization, 'idempotency-key': 'hello' }, { text: 'Hello from the page' })
    let told = ''
    while (!told.includes('Hello from the page')) told += (await reader.read()).value
    await reader.cancel()
    return { sent, refused: await post('/sessions', { 'x-service-key': 'pk_wrong' }, {}) }
  }`

interface Posted {
  status: number
  requestId: string | null
  body: { text?: string; code?: string }
}

/** A shop's web server, whose pages are of another origin than the API. */
async function startSite(t: TestContext): Promise<string> {
  const site = createServer((_, res) => res.setHeader('content-type', 'text/html').end(`<script>${CHAT}</script>`))
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  t.after(() => site.close())
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}

test('in a browser a page of an allowed origin can chat, and one of another origin cannot', {
  skip: noBrowser,
}, async (t) => {
  const api = await startServer(t)
  const { key } = await startWidget(api)
  const [shop, elsewhere] = [await startSite(t), await startSite(t)]
  const request = { workspaceId: api.workspaceId, origin: shop }
  await api.store.write((tx) => addOrigin(tx, owner, request, api.clock.now()))
  const page = await openPage(t)

  const chat = `chat('${api.baseUrl}', '${key}')`

  await page.goto(shop)
  const { sent, refused } = await page.evaluate<{ sent: Posted; refused: Posted }>(chat)
  assert.deepEqual([sent.status, sent.body.text], [200, 'Hello from the page'])
  assert.deepEqual([refused.status, refused.body.code], [401, 'UNAUTHORIZED'])
  assert.ok(refused.requestId, 'the page can read the id of the request')

  await page.goto(elsewhere)
  await assert.rejects(page.evaluate(chat), /Failed to fetch/)
  assert.equal((await api.store.read.all('SELECT id FROM widget_sessions')).length, 1)
})

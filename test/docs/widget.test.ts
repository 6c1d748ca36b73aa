import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startServer, tempFolder } from '../support/server.ts'
import { AUTOMATIC, startShop } from '../support/shop.ts'
import { startWidget } from '../support/widget.ts'

// What the page's modules export is not known to the compiler.
type Module = Record<string, (options: object) => Promise<string>>

/** The page's two modules, each in its file as a shop would have them. */
async function modulesOfPage(t: TestContext): Promise<{ openChat: Module[string]; followChat: Module[string] }> {
  const page = readFileSync(new URL('../../docs/widget.md', import.meta.url), 'utf8')
  const folder = await tempFolder(t)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const names = [...page.matchAll(/^```js\n(\/\/ (\S+)\n[\s\S]*?)^```$/gm)].map(([, code = '', name = '']) => {
    writeFileSync(join(folder, name), code)
    return name
  })
  assert.deepEqual(names, ['shop.js', 'follow-chat.js', 'chat.js'])
  const load = (name: string) => import(pathToFileURL(join(folder, name)).href)
  return { ...(await load('chat.js')), ...(await load('follow-chat.js')) }
}

/** A line to the server that can be cut. @returns its base address */
async function cuttable(t: TestContext, target: string): Promise<{ api: string; cut: () => void }> {
  const { hostname, port, pathname } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(Number(port), hostname)
    for (const one of [socket, onward]) sockets.add(one.on('error', () => one.destroy()))
    socket.pipe(onward).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  t.after(() => {
    cut()
    server.close()
  })
  return { api: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`, cut }
}

/** Collects what a page shows; `next` waits until so much was shown, and takes it. */
function display() {
  const shown: [name: string, data: { id: string; text?: string; status?: string; expiresAt?: string }][] = []
  let onShown = () => {}
  return {
    show: (...entry: (typeof shown)[number]) => {
      shown.push(entry)
      onShown()
    },
    next: async (count: number) => {
      while (shown.length < count)
        await new Promise<void>((resolve) => {
          onShown = resolve
        })
      return shown.splice(0, count).map(([name, { text, status }]) => [name, text ?? status])
    },
    rest: () => shown.length,
  }
}

test("the page's stream reader shows everything once and in order, also after the connection broke, until the session is over", async (t) => {
  const { openChat } = await modulesOfPage(t)
  const server = await startServer(t, { heartbeatMs: 50 })
  const page = await (await startWidget(server)).open('c1')
  const say = (text: string) => page.call('POST', '/messages', { json: { text } })
  const { api, cut } = await cuttable(t, server.baseUrl)
  await say('one')
  const { show, next, rest } = display()
  const over = openChat?.({ api, token: page.token, show })
  assert.deepEqual(await next(1), [['message', 'one']])
  await say('two ü\n: not a comment')
  assert.deepEqual(await next(1), [['message', 'two ü\n: not a comment']])
  cut()
  await say('three')
  await say('four')
  assert.deepEqual(await next(2), [
    ['message', 'three'],
    ['message', 'four'],
  ])
  server.clock.advance(24 * 3_600_000)
  assert.equal(await over, 'session_over')
  assert.equal(rest(), 0)
})

test("the page's stream reader shows a refund from its offer to its outcome", async (t) => {
  const { openChat } = await modulesOfPage(t)
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const page = await (await startWidget(shop.api)).open('c1')
  const { show, next } = display()
  const aborter = new AbortController()
  const over = openChat?.({ api: shop.api.baseUrl, token: page.token, show, signal: aborter.signal })
  const { id } = await shop.start({ conversationId: page.conversationId })
  assert.deepEqual(await next(1), [['refund', 'awaiting_customer']])
  const { refund } = (await page.call('GET', '/conversation')).body
  assert.deepEqual([refund.actionId, refund.expiresAt], [id, '2026-03-01T10:30:00.000Z'])
  const late = await page.call('POST', `/refunds/${id}/confirm`, { json: { amount: 1, currency: 'EUR' } })
  assert.deepEqual([late.status, late.body.data.reason], [409, 'amount_changed'])
  await page.call('POST', `/refunds/${id}/confirm`, { json: { amount: refund.amount, currency: refund.currency } })
  assert.deepEqual(await next(3), [
    ['refund', 'executing'],
    ['refund', 'succeeded'],
    ['message', 'Your refund of €12.50 has been made.'],
  ])
  aborter.abort()
  assert.equal(await over, 'aborted')
})

test("the page's stream reader ends with an error if the request is wrong, and quietly if the token is", async (t) => {
  const { followChat } = await modulesOfPage(t)
  const server = await startServer(t)
  const page = await (await startWidget(server)).open()
  const options = { api: server.baseUrl, token: page.token, onEvent: () => {} }
  await assert.rejects(Promise.resolve(followChat?.({ ...options, lastEventId: 'nonsense' })), /400/)
  const over = followChat?.({ ...options, token: 'st_unknown', lastEventId: 'msg_x' })
  assert.equal(await over, 'session_over')
})

import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { H3 } from 'h3'
import { toNodeHandler } from 'srvx/node'
import { createRateLimiter, noRateLimits } from '../../src/http/limits/rate-limit.ts'
import { watchRequest } from '../../src/http/request-note.ts'
import { defaultSettings } from '../../src/http/settings.ts'
import type { Steps } from '../../src/lib/steps.ts'
import { mountReference } from '../../src/serve/reference.ts'
import { noBrowser, visit } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { ownComplaints } from '../support/console-page.ts'
import { rawConnection } from '../support/raw-http.ts'
import { startServer, testClock } from '../support/server.ts'

test('the reference is a page that loads nothing from elsewhere', async (t) => {
  const api = await startServer(t)
  const page = await api.call('GET', '', { headers: { authorization: '' } })
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self';/)
  assert.doesNotMatch(page.text, /https?:\/\//)
  for (const [, script] of page.text.matchAll(/src="([^"]+)"/g)) {
    const loaded = await fetch(new URL(script ?? '', api.baseUrl))
    assert.equal(loaded.status, 200)
    assert.match(loaded.headers.get('content-type') ?? '', /^text\/javascript/)
    assert.match(loaded.headers.get('cache-control') ?? '', /immutable/)
    const etag = loaded.headers.get('etag') ?? ''
    await loaded.arrayBuffer()
    assert.equal((await fetch(new URL(script ?? '', api.baseUrl), { headers: { 'if-none-match': etag } })).status, 304)
  }
})

test('pages, scripts and the document are a 304 for a known ETag, also if a proxy made it weak', async (t) => {
  const api = await startServer(t)
  for (const path of ['', '/spec.json', '/reference/start.js', '/reference/scalar.js']) {
    const first = await api.call('GET', path, { headers: { 'accept-encoding': 'identity' } })
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w.-]+"$/)
    assert.equal(Number(first.headers.get('content-length')), Buffer.byteLength(first.text))
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await api.call('GET', path, { headers: { 'accept-encoding': 'identity', 'if-none-match': known } })
      assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag])
    }
    assert.equal((await api.call('GET', path, { headers: { 'if-none-match': '"other"' } })).status, 200)
    const head = await api.call('HEAD', path, { headers: { 'accept-encoding': 'identity' } })
    assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', etag])
  }
})

/** The port of a server with nothing but the reference. */
async function serveReference(t: TestContext, document: (baseUrl: string) => Steps<object>): Promise<number> {
  const app = new H3()
  const services = { settings: defaultSettings, limiter: createRateLimiter(noRateLimits, testClock()) }
  mountReference(app, '/api/v1', services, document)
  const serve = toNodeHandler((request) => app.fetch(request)) as RequestListener
  const server = createServer((req, res) => {
    watchRequest(req, res, testClock(), () => {})
    serve(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

test('the document is built once for all Hosts, and has the base address of each', async (t) => {
  let made = 0
  const port = await serveReference(t, function* (baseUrl) {
    made++
    yield
    return { openapi: '3.1.0', servers: [{ url: baseUrl }], paths: {} }
  })
  const etags = new Set<string>()
  for (let n = 0; n < 100; n++) {
    const { socket, until } = await rawConnection(t, `http://127.0.0.1:${port}`)
    socket.write(`GET /api/v1/spec.json HTTP/1.1\r\nhost: shop-${n}.example\r\nconnection: close\r\n\r\n`)
    const answer = await until(/\}$/)
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    assert.deepEqual(body, { openapi: '3.1.0', servers: [{ url: `http://shop-${n}.example/api/v1` }], paths: {} })
    etags.add(/etag: (.*)\r/i.exec(answer)?.[1] ?? '')
  }
  assert.equal(made, 1)
  assert.equal(etags.size, 100)
})

test('while the document is made, others are served', async (t) => {
  let isServed = false
  const port = await serveReference(t, function* (baseUrl) {
    for (let step = 0; step < 100_000 && !isServed; step++) yield
    return { servers: [{ url: baseUrl }], isServed }
  })
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).text()
  const document = get('spec.json')
  await get('reference/start.js')
  isServed = true
  assert.equal(JSON.parse(await document).isServed, true)
})

test('the root leads to the reference, and to the console once there is an owner', async (t) => {
  const api = await startServer(t)
  const { status, headers } = await api.call('GET', '/../../')
  assert.equal(status, 307)
  assert.equal(headers.get('location'), 'api/v1')
  await addMember(api)
  assert.equal((await api.call('GET', '/../../')).headers.get('location'), 'console')
})

test('the text of the reference is there before its library is', { skip: noBrowser }, async (t) => {
  const api = await startServer(t)
  const { page, complaints } = await visit(t, new URL('/healthz', api.baseUrl).href)
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/scalar.js*', async (route) => {
    ask()
    await released
    await route.continue()
  })
  await page.goto(api.baseUrl, { waitUntil: 'commit' })
  await asked
  await page.getByRole('heading', { name: 'POST /orders', exact: true }).waitFor()
  await page.getByText('Upsert orders').first().waitFor()
  release()
  await page.getByRole('button', { name: 'Open Group - Orders' }).waitFor()
  assert.equal(await page.locator('#reference > main > h3').count(), 0)
  assert.deepEqual(ownComplaints(complaints), [])
})

test('in a browser without a network the reference lists every operation and sends requests', {
  skip: noBrowser,
}, async (t) => {
  const api = await startServer(t)
  const { page, strangers, complaints } = await visit(t, api.baseUrl)
  await page.getByRole('heading', { name: 'storewire API' }).waitFor()
  for (const group of ['Customers', 'Orders', 'Imports'])
    await page.getByRole('button', { name: `Open Group - ${group}` }).click()
  for (const summary of [
    'Check a key',
    'Upsert customers',
    'Upsert orders',
    'List orders, the newest change first',
    'Erase one order',
    'Start a history import',
  ]) {
    await page.getByRole('link', { name: summary }).first().waitFor()
  }

  await page.getByPlaceholder('Token').first().fill(api.key)
  await page.getByRole('button', { name: /Test Request.*get \/ping/ }).click()
  const client = page.getByRole('dialog')
  await client.getByRole('button', { name: /^Send get request/ }).click()
  await client.getByText(api.workspaceId).first().waitFor()
  await client.getByRole('button', { name: 'Close Client' }).click()

  await page.getByRole('link', { name: 'Upsert customers' }).first().click()
  await page.getByRole('button', { name: /Test Request.*post \/customers\)/ }).click()
  await client.getByRole('button', { name: /^Send post request/ }).click()
  await client.getByText('created').first().waitFor()
  assert.equal((await api.call('GET', '/customers/c_81')).body.name, 'Ada Lovelace')

  assert.deepEqual(strangers, [])
  assert.deepEqual(complaints, [])
})

test('in a browser the examples send only what they need, and the server is named once', {
  skip: noBrowser,
}, async (t) => {
  const api = await startServer(t)
  const { page } = await visit(t, api.baseUrl)
  await page.getByRole('heading', { name: 'storewire API' }).waitFor()
  const server = page.locator('.scalar-reference-intro-server')
  await server.getByText(api.baseUrl).waitFor()
  assert.deepEqual((await server.innerText()).match(/Server/g), ['Server'])
  await page.getByRole('button', { name: 'Open Group - Orders' }).click()
  await page.getByRole('link', { name: 'Upsert orders' }).first().click()
  const example = page
    .locator('.scalar-code-block, pre')
    .filter({ hasText: `${api.baseUrl}/orders` })
    .first()
  await example.waitFor()
  const text = await example.innerText()
  assert.match(text, /o_1001/)
  assert.doesNotMatch(text, /strict|Idempotency-Key/i)
})

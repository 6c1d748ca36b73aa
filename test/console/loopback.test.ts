import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { assertError, type Browser, signedIn } from '../support/console.ts'
import { type Api, startServer } from '../support/server.ts'

const SECRET_TEXT = 'for this machine only'

/** A service of the server's machine, which believes that nobody else reaches it. */
async function localService(t: TestContext): Promise<{ hostPort: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = []
  const server = createServer((req, res) => {
    requests.push(req)
    res.end(SECRET_TEXT)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.close())
  return { hostPort: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** A server with a test workspace, its admin and its operator. */
async function testWorkspace(t: TestContext, allowEndpoints: string[] = []) {
  const api = await startServer(t, { outbound: { policy: { allowPrivate: false, allowEndpoints } } })
  await api.store.write((tx) => tx.run('UPDATE workspaces SET test = 1'))
  const admin = await signedIn(api, { email: 'ben@shop.example', role: 'admin' })
  const operator = await signedIn(api, { isOperator: true })
  assert.equal((await admin.post('/settings/refunds/secret')).status, 200)
  return { api, admin, operator }
}

/** The ways in which a workspace calls what it has set, and whether one of them showed what the service sent. */
async function callAll(page: Browser): Promise<string> {
  const answers = [
    await page.post('/settings/refunds/test-connection'),
    await page.post('/settings/refunds/check'),
    await page.post('/assistant-model/check'),
  ]
  for (const { status, text } of answers) assert.equal(status, 200, text)
  return answers.map(({ text }) => text).join('\n')
}

/** As it was stored before operators were noted, or by a user who can write the file. */
function store({ store, workspaceId }: Api, url: string): Promise<unknown> {
  return store.write(async (tx) => {
    await tx.run('UPDATE refund_settings SET endpoint_url = ?, endpoint_by_operator = 0', url)
    await tx.run(
      `INSERT INTO assistant_models (workspace_id, base_url, model, used_for, extra_headers, extra_body, share_tickets, calls_per_day,
         tokens_per_day, updated_at) VALUES (?, ?, 'm', 'understand', '{}', '{}', 0, 100, 1000000, 1)`,
      workspaceId,
      url,
    )
  })
}

test("an admin of a test workspace reaches no service of the server's machine", async (t) => {
  const { hostPort, requests } = await localService(t)
  const { api, admin } = await testWorkspace(t)
  const port = hostPort.split(':')[1]
  for (const url of [`http://${hostPort}/`, `http://localhost:${port}/`, `http://[::1]:${port}/`]) {
    assertError(await admin.post('/settings/refunds', { endpointUrl: url }), 400, 'loopback_http')
    const model = await admin.post('/assistant-model', { baseUrl: url, model: 'm' })
    assertError(model, 400, 'special_address')
  }
  assertError(await admin.post('/settings/refunds', { endpointUrl: `https://${hostPort}/` }), 400, 'special_address')
  assert.equal((await api.store.read.all('SELECT 1 FROM refund_settings WHERE endpoint_url IS NOT NULL')).length, 0)
  await store(api, `http://${hostPort}/`)
  const shown = await callAll(admin)
  assert.doesNotMatch(shown, new RegExp(SECRET_TEXT))
  assert.match(shown, /Only in a test workspace an operator can set such an address, or allow it/)
  assert.deepEqual(requests, [])
})

test('what an operator has set is called for everybody of the workspace, and at no other address', async (t) => {
  const { hostPort, requests } = await localService(t)
  const { admin, operator } = await testWorkspace(t)
  const url = `http://${hostPort}/refunds`
  const setUrl = (page: Browser, endpointUrl: string) => page.post('/settings/refunds', { endpointUrl })
  const setModel = (page: Browser, baseUrl: string, model = 'm') => page.post('/assistant-model', { baseUrl, model })
  assert.equal((await setUrl(operator, url)).status, 200)
  assert.equal((await setModel(operator, url)).status, 200)
  assert.match(await callAll(admin), new RegExp(SECRET_TEXT))
  const paths = requests.map(({ url }) => url)
  assert.ok(paths.length > 2 && paths.every((path) => path?.startsWith('/refunds')), paths.join(' '))
  // Other settings may change, and the same address may be saved again.
  assert.equal((await admin.post('/settings/refunds', { frozen: true })).status, 200)
  assert.equal((await setUrl(admin, url)).status, 200)
  assert.equal((await setModel(admin, url, 'other')).status, 200)
  assert.match(await callAll(admin), new RegExp(SECRET_TEXT))
  // Another address is the admin's own.
  assertError(await setUrl(admin, `http://${hostPort}/admin`), 400, 'loopback_http')
  assertError(await setModel(admin, `http://${hostPort}/admin`), 400, 'special_address')
  assert.equal((await setUrl(admin, 'https://shop.example/refunds')).status, 200)
  assertError(await setUrl(admin, url), 400, 'loopback_http')
})

test('an endpoint that the start of the server names may be set by an admin of a test workspace, and of no other', async (t) => {
  const { hostPort } = await localService(t)
  const { api, admin, operator } = await testWorkspace(t, [hostPort])
  const setUrl = (page: Browser) => page.post('/settings/refunds', { endpointUrl: `http://${hostPort}/` })
  assert.equal((await setUrl(admin)).status, 200)
  const { body } = await admin.post('/settings/refunds/test-connection')
  assert.equal(body.answer, SECRET_TEXT)
  assertError(await admin.post('/settings/refunds', { endpointUrl: 'http://127.0.0.1:1/' }), 400, 'loopback_http')
  await api.store.write((tx) => tx.run('UPDATE workspaces SET test = 0'))
  for (const page of [admin, operator]) assertError(await setUrl(page), 400, 'loopback_http')
  assert.equal((await admin.post('/settings/refunds/test-connection')).body.answer, null)
})

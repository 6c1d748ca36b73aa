import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { newSigningSecret } from '../../src/refunds/endpoint/signature.ts'
import { startProcess, storewire } from '../support/process.ts'
import { rawConnection } from '../support/raw-http.ts'
import { client, tempFolder } from '../support/server.ts'

/** Preloaded, prints the port on which a program listens: the page's does not, and a port must not be guessed. */
const TELLS_PORT = `data:text/javascript,${encodeURIComponent(`
  import { subscribe } from 'node:diagnostics_channel'
  subscribe('tracing:net.server.listen:asyncEnd', ({ server }) => console.log(server.address().port))`)}`

/** Writes the endpoint of docs/refunds.md into a folder and starts it; resolves with its address. */
async function startEndpoint(t: TestContext, folder: string, secret: string): Promise<string> {
  const page = readFileSync(new URL('../../docs/refunds.md', import.meta.url), 'utf8')
  const code = /```js\n(\/\/ refunds\.js:[\s\S]*?)```/.exec(page)?.[1]
  assert.ok(code)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'refunds.js'), code)
  const child = spawn(process.execPath, ['--import', TELLS_PORT, 'refunds.js'], {
    cwd: folder,
    env: { REFUND_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  const [port] = await once(child.stdout, 'data')
  return `http://127.0.0.1:${String(port).trim()}/`
}

test("the page's refund endpoint refunds, by the page's commands", async (t) => {
  const folder = await tempFolder(t)
  const db = join(folder, 'shop.db')
  const { baseUrl } = await startProcess(t, ['--db', db])
  const env = { STOREWIRE_DB: db, STOREWIRE_WORKSPACE: 'shop-test', STOREWIRE_JSON: '1' }
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await storewire(args, { env })
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  await run('workspaces', 'create', 'shop-test', '--test')
  const { key } = await run('keys', 'create')
  const order = {
    id: 'o_1001',
    updatedAt: '2026-03-01T09:30:00Z',
    currency: 'EUR',
    total: 3_900,
    items: [{ id: 'l_1', title: 'Wool scarf, red', quantity: 1, unitPrice: 3_900 }],
  }
  await client(baseUrl, key).push('orders', [order])
  const { secret } = await run('refunds', 'secret', 'create')
  const url = await startEndpoint(t, folder, secret)
  await run('refunds', 'settings', 'set', '--endpoint-url', url, '--enabled', 'on')
  assert.equal((await run('refunds', 'test-connection')).ok, true)
  const wish = ['--order', 'o_1001', '--reason', 'defect', '--line', 'l_1=1']
  const { amount, currency, overOrderTotal } = await run('refunds', 'quote', ...wish)
  assert.deepEqual([amount, currency, overOrderTotal], [3900, 'EUR', null])
  const { id } = await run('refunds', 'start', ...wish, '--note', 'a moth hole')
  await run('refunds', 'confirm', id)
  let refund = await run('refunds', 'show', id)
  while (refund.status === 'executing') refund = await run('refunds', 'show', id)
  assert.equal(refund.status, 'succeeded')
  assert.equal(refund.refundId, 're_o_1001')
  const quote = await storewire(['refunds', 'quote', '--order', 'o_1001', '--reason', 'other'], { env })
  assert.match(quote.stderr, /Nothing is left to refund/)
})

test("the page's refund endpoint passes every check, in both modes", async (t) => {
  const secret = newSigningSecret()
  for (const mode of ['execute', 'request']) {
    // Each with an order of which nothing was refunded yet.
    const url = await startEndpoint(t, await tempFolder(t), secret)
    const args = ['endpoint', 'check', url, '--order', 'o_1001', '--mode', mode, '--json']
    const { stdout, stderr } = await storewire(args, { env: { STOREWIRE_REFUND_SECRET: secret } })
    const { passed, failed, checks } = JSON.parse(stdout)
    assert.deepEqual([failed, checks.filter(({ status }: { status: string }) => status === 'fail')], [0, []], stderr)
    assert.ok(passed >= 41, stdout)
  }
})

test("the page's refund endpoint outlives strangers who sign with nonsense, send half a request or no JSON", async (t) => {
  const url = await startEndpoint(t, await tempFolder(t), 'whsec_right')
  const send = async (headers: Record<string, string>, body = '{}') =>
    (await fetch(url, { method: 'POST', body, headers })).status
  const t0 = Math.floor(Date.now() / 1000)
  assert.equal(await send({ 'service-signature': `t=${t0},v1=${'é'.repeat(64)}` }), 401)
  const { socket, closed } = await rawConnection(t, url)
  socket.end('POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 20\r\n\r\n{}')
  await closed
  const v1 = createHmac('sha256', 'whsec_right').update(`${t0}.nonsense`).digest('hex')
  assert.equal(await send({ 'service-signature': `t=${t0},v1=${v1}` }, 'nonsense'), 400)
})

// The refund endpoint of the plugin for WooCommerce, served by PHP's own server with small stand-ins of WordPress and WooCommerce.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createProbe } from '../../src/conformance/probe.ts'
import { runChecks } from '../../src/conformance/run.ts'
import { systemClock } from '../../src/lib/time.ts'
import { type RefundMode, signedHeaders } from '../../src/refunds/endpoint/endpoint-request.ts'

const tests = fileURLToPath(new URL('../../plugins/woocommerce/tests/', import.meta.url))
const hasPhp = spawnSync('php', ['--version']).status === 0
const skip = hasPhp ? false : 'php is not installed (Debian: apt-get install php-cli php-mbstring)'

const secret = `whsec_${Buffer.from('k'.repeat(32)).toString('base64')}`

test('the plugin accepts the signatures that storewire makes', () => {
  const bodies = ['{"type":"ping"}', '', '{"note":"Größe paßt nicht 🧦"}', ' {\r\n"a" : "\\u00fc\\/" } ']
  const signed = bodies.map((body, index) => {
    const request = {
      secret,
      deliveryId: `dlv_${index}`,
      idempotencyKey: `act_${index}`,
      timestamp: 1_767_225_600,
      body,
    }
    const { 'service-signature': own, ...rest } = signedHeaders(request)
    const standard = Object.fromEntries(Object.entries(rest).filter(([name]) => name.startsWith('webhook-')))
    return { secret, body, timestamp: request.timestamp, headers: { 'service-signature': own, ...standard } }
  })
  assert.deepEqual(JSON.parse(readFileSync(join(tests, 'signatures.json'), 'utf8')), signed)
})

const modes: RefundMode[] = ['execute', 'request']

for (const [index, mode] of modes.entries()) {
  test(`endpoint check passes against the plugin's endpoint, in the mode ${mode}`, { skip }, async (t) => {
    const { url, payments } = await servePlugin(t)
    const probe = createProbe({
      ...{ url, secret, orderId: String(index + 1), customerId: null, mode, clock: systemClock },
    })
    const results = await runChecks(probe, { create: true })
    const rest = results.filter(
      ({ status, name }) => status !== 'pass' && !(mode === 'execute' && name === 'create-request-mode'),
    )
    assert.deepEqual(rest, [])
    assert.equal(payments(), mode === 'execute' ? 1 : 0, 'money moves once for all checks, and not at all on request')
  })
}

/** Serves the endpoint, by several processes that share one file. */
async function servePlugin(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'storewire-plugin-'))
  const port = await freePort()
  const server = spawn('php', ['-S', `127.0.0.1:${port}`, join(tests, 'serve.php')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '5', STOREWIRE_TEST_FOLDER: folder, STOREWIRE_TEST_SECRET: secret },
    detached: true,
  })
  t.after(() => {
    // Its workers too.
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    server.stderr.on('data', (chunk) => {
      said += chunk
      if (said.includes('started')) resolve()
    })
    server.once('exit', () => reject(new Error(`php ended: ${said}`)))
  })
  const payments = () => readFileSync(join(folder, 'payments'), 'utf8').length
  return { url: `http://127.0.0.1:${port}/`, payments }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

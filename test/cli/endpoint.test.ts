import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { checks } from '../../src/conformance/checks.ts'
import { goodShop, secret, serveShop } from '../conformance/refund-shop.ts'
import { storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'
import { startStoreEndpoint } from '../support/store-endpoint.ts'

const env = { STOREWIRE_REFUND_SECRET: secret }
const check = (...args: string[]) => storewire(['endpoint', 'check', ...args], { env })

test('an endpoint that does everything right passes, and refunds are announced loudly', async (t) => {
  const url = await serveShop(t, goodShop())
  const { code, stdout, stderr } = await check(url, '--order', 'o1', '--mode', 'request')
  assert.equal(code, 0, stdout)
  for (const { name } of checks) assert.ok(stdout.includes(`pass  ${name}\n`), name)
  assert.ok(stdout.endsWith(`\n${checks.length} checks: ${checks.length} passed, 0 failed, 0 skipped.\n`))
  assert.equal(
    stderr,
    `WARNING: refund.create is sent FOR REAL. Order o1 at ${url} may be refunded, by a faulty endpoint more than once.\n\n`,
  )
})

test('without an order, or with --no-create, nothing is refunded and nothing is warned of', async (t) => {
  const endpoint = await startStoreEndpoint(t, { secret, tls: false })
  for (const args of [[], ['--order', 'o1', '--no-create']]) {
    const { code, stdout, stderr } = await check(endpoint.url, ...args)
    assert.deepEqual([code, stderr], [0, ''], stdout)
    assert.match(stdout, /skip {2}create-repeated: It would refund for real/)
  }
  assert.equal(endpoint.refunds.size, 0)
})

test('what fails is told with the reason, why it matters and what to do; the exit code is 1', async (t) => {
  const url = await serveShop(t, { ...goodShop(), ping: { status: 200, body: { pong: true } } })
  const { code, stdout } = await check(url)
  assert.equal(code, 1)
  assert.match(
    stdout,
    /FAIL {2}ping: A ping must be .*pong.*\n {6}why {3}Test connection .*\n {6}mend {2}Answer the type ping/,
  )
  assert.match(stdout, /\n\d+ checks: \d+ passed, 1 failed, \d+ skipped\.\n$/)
})

test('scripts get one JSON value', async (t) => {
  const url = await serveShop(t, { ...goodShop(), ping: { status: 200, body: { pong: true } } })
  const { code, stdout, stderr } = await check(url, '--order', 'o1', '--json')
  assert.equal(code, 1)
  assert.match(stderr, /^WARNING/)
  const { ok, passed, failed, skipped, checks: results } = JSON.parse(stdout)
  assert.deepEqual([ok, passed, failed, skipped], [false, checks.length - 2, 1, 1])
  const { durationMs, reason, ...ping } = results.find(({ name }: { name: string }) => name === 'ping')
  const { why, mend } = checks.find(({ name }) => name === 'ping') ?? assert.fail()
  assert.deepEqual(ping, { name: 'ping', status: 'fail', why, mend })
  assert.ok(durationMs >= 0 && reason.includes('pong'))
})

test('JUnit XML is written beside the report', async (t) => {
  const url = await serveShop(t, goodShop())
  const file = join(await tempFolder(t), 'report.xml')
  assert.equal((await check(url, '--junit', file)).code, 0)
  const xml = await readFile(file, 'utf8')
  assert.equal(xml.match(/<testcase /g)?.length, checks.length)
  assert.match(xml, /<skipped message="It would refund for real/)
})

test('a report that can not be written is told before the endpoint is called', async (t) => {
  const endpoint = await startStoreEndpoint(t, { secret })
  const file = join(await tempFolder(t), 'none', 'report.xml')
  const { code, stdout, stderr } = await check(endpoint.url, '--order', 'o1', '--junit', file)
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^storewire: cannot write .*report\.xml: the folder does not exist; create it first\n$/)
  assert.deepEqual(endpoint.requests, [])
})

test('an endpoint over https is checked with its certificate, and fails without', async (t) => {
  const endpoint = await startStoreEndpoint(t, { secret })
  const ca = join(await tempFolder(t), 'ca.pem')
  await writeFile(ca, endpoint.ca ?? '')
  assert.equal((await check(endpoint.url, '--ca', ca)).code, 0)
  const { code, stdout } = await check(endpoint.url)
  assert.equal(code, 1)
  assert.match(stdout, /FAIL {2}reachable: No secure connection .*\n.*\n {6}mend .* --ca/)
})

test('there is no switch to trust every certificate', async (t) => {
  const endpoint = await startStoreEndpoint(t, { secret })
  const trusting = { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const { code, stdout } = await storewire(['endpoint', 'check', endpoint.url], { env: trusting })
  assert.equal(code, 1)
  assert.match(stdout, /FAIL {2}reachable/)
  assert.doesNotMatch((await storewire(['endpoint', 'check', '--help'])).stdout, /insecure/)
})

test('the secret is asked for where it is missing', async () => {
  const { code, stderr } = await storewire(['endpoint', 'check', 'http://127.0.0.1:1'])
  assert.equal(code, 1)
  assert.match(stderr, /secret is missing: set STOREWIRE_REFUND_SECRET/)
})

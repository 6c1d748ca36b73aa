import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { checks } from '../../src/conformance/checks.ts'
import { goodShop, secret, serveShop } from '../conformance/refund-shop.ts'
import { commandRunner } from '../support/commands.ts'
import { storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'
import { startStoreEndpoint } from '../support/store-endpoint.ts'

const runCommand = commandRunner()

const env = { STOREWIRE_REFUND_SECRET: secret }
const check = (...args: string[]) => runCommand(['endpoint', 'check', ...args], env)

test('an endpoint that does everything right passes, and a warning announces real refunds', async (t) => {
  const url = await serveShop(t, goodShop())
  const { code, stdout, stderr } = await check(url, '--order', 'o1', '--mode', 'request')
  assert.equal(code, 0, stdout)
  for (const { name } of checks) assert.ok(stdout.includes(`pass  ${name}\n`), name)
  assert.ok(stdout.endsWith(`\n${checks.length} checks: ${checks.length} passed, 0 failed, 0 skipped.\n`))
  assert.equal(
    stderr,
    `WARNING: refund.create is sent FOR REAL. Order o1 at ${url} may be refunded. A faulty endpoint may refund more than once.\n\n`,
  )
})

test('without an order, or with --no-create, nothing is refunded and no warning is printed', async (t) => {
  const endpoint = await startStoreEndpoint(t, { secret, tls: false })
  for (const args of [[], ['--order', 'o1', '--no-create']]) {
    const { code, stdout, stderr } = await check(endpoint.url, ...args)
    assert.deepEqual([code, stderr], [0, ''], stdout)
    assert.match(stdout, /^skip {2}create \(7 checks\): These checks make a real refund.*--order/m)
  }
  assert.equal(endpoint.refunds.size, 0)
})

test('a failed check is shown with the reason, why it matters and what to do; the exit code is 1', async (t) => {
  const url = await serveShop(t, { ...goodShop(), ping: { status: 200, body: { pong: true } } })
  const { code, stdout } = await check(url)
  assert.equal(code, 1)
  assert.match(
    stdout,
    /FAIL {2}ping: A ping got .*pong.*\n {6}why {2}The connection test .*\n {6}fix {2}Respond to the type ping/,
  )
  assert.match(stdout, /\n\d+ checks: \d+ passed, 1 failed, \d+ skipped\.\n$/)
})

test('an endpoint that answers 500 to everything fails, with one line for each group that was skipped', async (t) => {
  const url = await serveShop(t, { ...goodShop(), door: () => ({ status: 500, body: 'oops' }) })
  const { code, stdout } = await check(url, '--order', 'o1')
  assert.equal(code, 1)
  const lines = stdout.split('\n')
  assert.deepEqual(
    lines.filter((line) => line.startsWith('FAIL')).map((line) => line.split(':')[0]),
    ['FAIL  ping', 'FAIL  preview-answered'],
  )
  assert.deepEqual(
    lines.filter((line) => line.startsWith('skip') && line.includes(' checks): ')),
    [
      'skip  signature (11 checks): Needs a working ping.',
      'skip  body (8 checks): Needs a working preview.',
      'skip  preview (7 checks): Needs a working preview.',
      'skip  create (7 checks): Needs a working preview.',
      'skip  transport (4 checks): Needs a working ping.',
    ],
  )
})

test('scripts get one JSON value', async (t) => {
  const url = await serveShop(t, { ...goodShop(), ping: { status: 200, body: { pong: true } } })
  const { code, stdout, stderr } = await check(url, '--order', 'o1', '--json')
  assert.equal(code, 1)
  assert.match(stderr, /^WARNING/)
  const { ok, passed, failed, skipped, checks: results } = JSON.parse(stdout)
  assert.deepEqual([ok, failed, passed + skipped], [false, 1, checks.length - 1])
  const { durationMs, reason, ...ping } = results.find(({ name }: { name: string }) => name === 'ping')
  const { why, fix } = checks.find(({ name }) => name === 'ping') ?? assert.fail()
  assert.deepEqual(ping, { group: 'working', name: 'ping', status: 'fail', why, fix })
  assert.ok(durationMs >= 0 && reason.includes('pong'))
})

test('JUnit XML is written beside the report', async (t) => {
  const url = await serveShop(t, goodShop())
  const file = join(await tempFolder(t), 'report.xml')
  assert.equal((await check(url, '--junit', file)).code, 0)
  const xml = await readFile(file, 'utf8')
  assert.equal(xml.match(/<testcase /g)?.length, checks.length)
  assert.match(xml, /<skipped message="These checks make a real refund/)
})

test('an unwritable report file is an error before the endpoint is called', async (t) => {
  const endpoint = await startStoreEndpoint(t, { secret })
  const file = join(await tempFolder(t), 'none', 'report.xml')
  const { code, stdout, stderr } = await check(endpoint.url, '--order', 'o1', '--junit', file)
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^storewire: cannot write .*report\.xml: the folder does not exist; create it first\n$/)
  assert.deepEqual(endpoint.requests, [])
})

test('an endpoint over https passes if its certificate is trusted, and fails otherwise', async (t) => {
  const endpoint = await startStoreEndpoint(t, { secret })
  const ca = join(await tempFolder(t), 'ca.pem')
  await writeFile(ca, endpoint.ca ?? '')
  assert.equal((await check(endpoint.url, '--ca', ca)).code, 0)
  const { code, stdout } = await check(endpoint.url)
  assert.equal(code, 1)
  assert.match(stdout, /FAIL {2}reachable: The TLS connection failed .*\n.*\n {6}fix .* --ca/)
})

test('no option turns certificate checks off', async (t) => {
  const endpoint = await startStoreEndpoint(t, { secret })
  const trusting = { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const { code, stdout } = await storewire(['endpoint', 'check', endpoint.url], { env: trusting })
  assert.equal(code, 1)
  assert.match(stdout, /FAIL {2}reachable/)
  assert.doesNotMatch((await storewire(['endpoint', 'check', '--help'])).stdout, /insecure/)
})

test('a missing secret is asked for', async () => {
  const { code, stderr } = await storewire(['endpoint', 'check', 'http://127.0.0.1:1'])
  assert.equal(code, 1)
  assert.match(stderr, /secret is missing: set STOREWIRE_REFUND_SECRET/)
})

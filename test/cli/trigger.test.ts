import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { newSigningSecret } from '../../src/outbound/signing.ts'
import { createRefundSecret } from '../../src/refunds/change-settings.ts'
import { commandRunner } from '../support/commands.ts'
import { storewire } from '../support/process.ts'
import { owner, tempFolder, testClock } from '../support/server.ts'
import { startShop } from '../support/shop.ts'
import { acceptsForLater, answers, fails, refuses, startStoreEndpoint } from '../support/store-endpoint.ts'

const runCommand = commandRunner()

const secret = newSigningSecret()

/** An endpoint over plain http, and the command against its URL. */
async function startEndpoint(t: TestContext) {
  const endpoint = await startStoreEndpoint(t, { secret, tls: false })
  const trigger = (...args: string[]) =>
    runCommand(['trigger', ...args, '--url', endpoint.url], { STOREWIRE_REFUND_SECRET: secret })
  const json = async (...args: string[]) => JSON.parse((await trigger(...args, '--json')).stdout)
  return { endpoint, trigger, json }
}

/** A shop with a database, its certificate in a file, and the command against what it has stored. */
async function startStored(t: TestContext) {
  const shop = await startShop(t, { clock: testClock(Date.now()) })
  const ca = join(await tempFolder(t), 'ca.pem')
  await writeFile(ca, shop.endpoint.ca ?? '')
  const access = ['--db', shop.api.file, '--ca', ca, '--allow-endpoint', `127.0.0.1:${shop.endpoint.port}`]
  const trigger = (...args: string[]) => runCommand(['trigger', ...args, ...access])
  return { shop, trigger }
}

test('a ping to a URL shows headers, body, signed text, response and what the response means', async (t) => {
  const { endpoint, trigger } = await startEndpoint(t)
  const { code, stdout, stderr } = await trigger('ping')
  assert.deepEqual([code, stderr], [0, ''])
  const [{ headers, raw } = assert.fail()] = endpoint.requests
  for (const name of ['service-signature', 'webhook-signature', 'service-idempotency-key', 'user-agent'])
    assert.ok(stdout.includes(`  ${name}: ${headers[name]}\n`), name)
  assert.ok(stdout.includes(`\n  ${headers['webhook-timestamp']}.${raw}\n`))
  assert.match(stdout, /HTTP 200 in \d+ ms\n {2}\{"ok":true\}\n/)
  assert.match(stdout, /ok {2}The response is correct/)
  assert.ok(!stdout.includes(secret), 'the secret is not shown')
})

test('a preview to a URL takes the order and all other fields from the options', async (t) => {
  const { endpoint, json } = await startEndpoint(t)
  const options = ['--order', 'o7', '--line', 'l1=2', '--reason', 'defect', '--note', 'Riß', '--customer', 'c9']
  const [call] = await json('refund.preview', ...options, '--mode', 'request')
  assert.deepEqual(endpoint.requests[0]?.body.data, {
    actionId: '',
    orderId: 'o7',
    customerId: 'c9',
    lines: [{ itemId: 'l1', quantity: 2 }],
    reason: 'defect: Riß',
    mode: 'request',
  })
  assert.equal(call.request.body, endpoint.requests[0]?.raw)
  assert.deepEqual(call.verdict, { kind: 'amount', amount: 1250, currency: 'EUR', note: null })
  assert.deepEqual([call.ok, call.words], [true, 'The shop would refund 12.50 EUR.'])
})

test('a refund without an amount is preceded by a preview that names it; with one it is sent at once', async (t) => {
  const { endpoint, json } = await startEndpoint(t)
  const calls = await json('refund.create', '--order', 'o7')
  assert.deepEqual(
    calls.map(({ type }: { type: string }) => type),
    ['refund.preview', 'refund.create'],
  )
  await json('refund.create', '--order', 'o7', '--amount', '990', '--currency', 'SEK')
  assert.deepEqual(
    endpoint.requests.slice(1).map(({ body }) => [body.type, body.data.amount, body.data.currency]),
    [
      ['refund.create', 1250, 'EUR'],
      ['refund.create', 990, 'SEK'],
    ],
  )
  const [preview, create] = endpoint.requests.map(({ body }) => body)
  assert.equal(preview.data.actionId, '')
  assert.match(create.data.actionId, /^act_/)
  assert.equal(create.idempotencyKey, create.data.actionId)
})

test('a refund that the preview refuses is not requested', async (t) => {
  const { endpoint, trigger } = await startEndpoint(t)
  endpoint.behave(refuses('too_old', '31 days'))
  const { code, stdout } = await trigger('refund.create', '--order', 'o7')
  assert.equal(code, 1)
  assert.match(stdout, /failed {2}The shop refused with the code too_old: 31 days\./)
  assert.equal(endpoint.requests.length, 1)
})

test('any field of a request can be overridden, also with an invalid value', async (t) => {
  const { endpoint, json } = await startEndpoint(t)
  const amount = ['--amount', '1', '--currency', 'EUR']
  const send = (...overrides: string[]) =>
    json('refund.create', '--order', 'o7', ...amount, ...overrides.flatMap((text) => ['--override', text]))
  await send('amount=-1', 'currency=eur', 'orderId=1001', 'idempotencyKey=act_5', 'lines=[{"itemId":"x"}]')
  await send('amount="12.50"', 'colour=red', 'createdAt=0', 'type=nope')
  const [first, second] = endpoint.requests.map(({ body }) => body)
  assert.deepEqual([first.data.amount, first.data.currency, first.data.orderId], [-1, 'eur', '1001'])
  assert.deepEqual([first.idempotencyKey, first.data.lines], ['act_5', [{ itemId: 'x' }]])
  assert.equal(endpoint.requests[0]?.headers['service-idempotency-key'], 'act_5')
  assert.deepEqual([second.data.amount, second.data.colour, second.createdAt, second.type], ['12.50', 'red', 0, 'nope'])
})

test('if the shop refuses, the exit code is 1 and a message says why', async (t) => {
  const { endpoint, trigger } = await startEndpoint(t)
  const create = ['refund.create', '--order', 'o7', '--amount', '1', '--currency', 'EUR']
  const cases: [Parameters<typeof endpoint.behave>[0], number, RegExp][] = [
    [acceptsForLater, 0, /will report the outcome to POST \/actions/],
    [fails, 1, /no answer \(store_error\)\. .* See the log of the endpoint/],
    [answers({ ok: true, status: 'done' }), 1, /no answer \(unknown_status\)/],
    [answers({ ok: true, status: 'succeeded' }), 0, /The shop has made the refund\. "refundId" is missing/],
    [
      answers({ ok: false, code: 'bad_signature', message: 'too old' }, 401),
      1,
      /raw body\. Message of the endpoint: too old/,
    ],
  ]
  for (const [behaviour, expected, words] of cases) {
    endpoint.behave(behaviour)
    const { code, stdout } = await trigger(...create)
    assert.match(stdout, words)
    assert.equal(code, expected, stdout)
  }
})

test('the secret comes from a variable, a file or an option; a missing one is asked for', async (t) => {
  const { endpoint } = await startEndpoint(t)
  const file = join(await tempFolder(t), 'secret')
  await writeFile(file, `${secret}\n`)
  const run = (...args: string[]) => storewire(['trigger', 'ping', '--url', endpoint.url, ...args])
  assert.equal((await run('--secret-file', file)).code, 0)
  assert.equal((await run('--secret', secret)).code, 0)
  assert.match((await run()).stderr, /secret is missing: set STOREWIRE_REFUND_SECRET, or give --secret-file/)
  assert.match((await run('--secret', 'abc')).stderr, /does not start with "whsec_"/)
  const typed = await storewire(['trigger', 'ping', '--secret', secret])
  assert.match(typed.stderr, /--secret works only with --url/)
  assert.equal(typed.code, 2)
})

test('plain http beyond this machine is refused', async () => {
  const env = { STOREWIRE_REFUND_SECRET: secret }
  const { code, stdout } = await storewire(['trigger', 'ping', '--url', 'http://192.0.2.1/refunds'], { env })
  assert.equal(code, 1)
  assert.match(stdout, /Plain http is allowed only for loopback addresses/)
})

test('with a database, the stored order, endpoint, secret and mode are used', async (t) => {
  const { shop, trigger } = await startStored(t)
  await shop.set({ mode: 'request' })
  const { code, stdout, stderr } = await trigger('refund.preview', '--order', 'o1', '--line', 'l1=1', '--json')
  assert.equal(code, 0, stderr + stdout)
  const { body } = shop.endpoint.requests[0] ?? assert.fail()
  assert.equal(body.workspace, shop.api.workspaceId)
  assert.deepEqual([body.data.orderId, body.data.customerId, body.data.mode], ['o1', 'c1', 'request'])
  const [{ url, request }] = JSON.parse(stdout)
  assert.equal(url, shop.endpoint.url)
  assert.equal(request.body, shop.endpoint.requests[0]?.raw)
})

test('an order or a line that is not stored is not sent', async (t) => {
  const { shop, trigger } = await startStored(t)
  assert.match((await trigger('refund.preview', '--order', 'o9')).stderr, /no order with this id/)
  assert.match(
    (await trigger('refund.preview', '--order', 'o1', '--line', 'l9=1')).stderr,
    /Line l9: the order has no line/,
  )
  assert.match((await trigger('refund.preview')).stderr, /name the order with --order/)
  assert.equal(shop.endpoint.requests.length, 0)
})

test('a request with overrides is not recorded as a delivery', async (t) => {
  const { shop, trigger } = await startStored(t)
  await shop.start()
  const deliveries = () => shop.api.store.read.all<{ id: string }>('SELECT * FROM refund_deliveries ORDER BY id')
  const recorded = await deliveries()
  const [{ id } = assert.fail()] = recorded
  const { code, stdout } = await trigger('refund.preview', '--order', 'o1', '--override', `id=${id}`, 'type=nope')
  assert.equal(code, 1)
  assert.match(stdout, /refused with the code unknown_type/)
  assert.deepEqual(await deliveries(), recorded)
  await trigger('refund.preview', '--order', 'o1')
  assert.equal((await deliveries()).length, recorded.length + 1)
})

test("a preview in another currency than the order's is rejected, as in production", async (t) => {
  const { shop, trigger } = await startStored(t)
  shop.endpoint.behave(answers({ ok: true, amount: 1, currency: 'SEK' }))
  const { code, stdout } = await trigger('refund.preview', '--order', 'o1')
  assert.equal(code, 1)
  assert.match(stdout, /no answer \(bad_currency\)\. The amount is in SEK, but the order is in EUR/)
})

test('a stored refund never changes, and outside test workspaces money moves only with an explicit option', async (t) => {
  const { shop, trigger } = await startStored(t)
  const refund = await shop.start()
  const disguised = ['--override', 'type=refund.create', 'amount=1', 'currency=EUR']
  for (const args of [['refund.create'], ['refund.preview', ...disguised], ['ping', ...disguised]]) {
    const { code, stderr } = await trigger(...args, '--order', 'o1')
    assert.equal(code, 1)
    assert.match(stderr, /not for tests, so refund\.create would move real money.* --for-real/)
  }
  assert.equal(shop.endpoint.refunds.size, 0)
  const { code, stdout } = await trigger('refund.create', '--order', 'o1', '--for-real', '--json')
  assert.equal(code, 0, stdout)
  assert.equal(shop.endpoint.refunds.size, 1)
  assert.deepEqual(await shop.look(refund.id), refund)
  const audited = await shop.api.store.read.all<{ action: string; details: string }>(
    `SELECT action, details FROM audit_log WHERE action = 'refund_endpoint.triggered'`,
  )
  assert.deepEqual(
    audited.map(({ details }) => JSON.parse(details)),
    [{ type: 'refund.create', orderId: 'o1' }],
  )
})

test('in a test workspace refunds are sent without an extra option', async (t) => {
  const shop = await startShop(t, { clock: testClock(Date.now()) })
  const { store, clock, file } = shop.api
  let secret = ''
  const endpoint = await startStoreEndpoint(t, { secret: () => secret, tls: false })
  await store.write(async (tx) => {
    const { id } = await createWorkspace(tx, owner, { name: 'trial', plan: 'starter', test: true }, clock.now())
    secret = await createRefundSecret(tx, owner, id, shop.api.sealer, clock.now())
  })
  const at = ['--workspace', 'trial', '--db', file]
  const saved = await storewire(['refunds', 'settings', 'set', '--endpoint-url', endpoint.url, ...at])
  assert.equal(saved.code, 0, saved.stderr)
  const { code, stdout } = await storewire(['trigger', 'ping', ...at])
  assert.equal(code, 0, stdout)
  // An address that was not set by an operator needs the option.
  await store.write((tx) => tx.run('UPDATE refund_settings SET endpoint_by_operator = 0'))
  const refused = await storewire(['trigger', 'ping', ...at])
  assert.equal(refused.code, 1)
  assert.match(
    refused.stdout,
    new RegExp(`operator can set such an address, or allow it: .*--allow-endpoint 127.0.0.1:${endpoint.port}`),
  )
  assert.equal((await storewire(['trigger', 'ping', ...at, '--allow-endpoint', `127.0.0.1:${endpoint.port}`])).code, 0)
})

test('an address that is not allowed is reported with the option that allows it', async () => {
  const trigger = (url: string) => runCommand(['trigger', 'ping', '--url', url], { STOREWIRE_REFUND_SECRET: secret })
  const special = await trigger('https://169.254.0.1/refunds')
  assert.equal(special.code, 1)
  assert.match(
    special.stdout,
    /in a special range .*: the operator can allow .* --allow-endpoint 169\.254\.0\.1:443\.\n$/,
  )
  const wrong = await trigger('nonsense')
  assert.equal(wrong.code, 1)
  assert.match(wrong.stdout + wrong.stderr, /is not a full URL/)
})

import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { fixedKeys } from '../../src/access/fixed-keys.ts'
import { startDevShop } from '../support/dev.ts'
import { startProcess, storewire } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'
import { startStoreEndpoint } from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'

const keyIn = (output: string) => /sk_\w+/.exec(output)?.[0] ?? ''

test('dev prints keys that work, and a line for each call with every issue of a refused push', async (t) => {
  const dev = await startProcess(t, [], { command: 'dev' })
  const api = client(dev.baseUrl, keyIn(dev.output()))
  assert.equal((await api.push('orders', [{ id: 'o1', updatedAt: 1 }])).results[0]?.status, 'created')
  await api.call('POST', '/orders', { json: { data: [{ id: 'o2', updatedAt: 1, items: [{ id: 'l\u001b[2J1' }] }] } })
  await api.call('GET', '/orders/%00?x=\u001b')
  await dev.stop()
  const lines = dev.output().split('\n').slice(-8)
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d {2}200 {2}POST \/api\/v1\/orders {2}\d+ ms$/)
  assert.match(lines[1] ?? '', /400 {2}POST \/api\/v1\/orders/)
  assert.deepEqual(
    lines.slice(2, 5).map((line) => line.trim()),
    ['title', 'quantity', 'unitPrice'].map((field) => `data[0].items[0].${field} is required`),
  )
  assert.ok(!dev.output().includes('\u001b'))
})

test('dev prints a line for each request to the refund endpoint: type, order, verdict and time', async (t) => {
  const dev = await startProcess(t, [], { command: 'dev' })
  const api = client(dev.baseUrl, keyIn(dev.output()))
  await api.push('orders', [{ id: 'o1', updatedAt: 1, currency: 'EUR', total: 500 }])
  const { call } = client(new URL('/dev', dev.baseUrl).href, '')
  await call('POST', '/shop/rules', { json: { behaviour: 'error', on: 'refund.create', times: 1 } })
  const { body } = await call('POST', '/refunds', { json: { order: 'o1', confirm: true } })
  assert.equal(body.status, 'executing')
  await until(() => dev.output().includes('refund.create'))
  await dev.stop()
  const [preview, create] = dev
    .output()
    .split('\n')
    .filter((line) => line.includes('→ refund.'))
  assert.match(preview ?? '', /^\d\d:\d\d:\d\d {2}200 {2}→ refund\.preview order o1 {2}amount {2}\d+ ms$/)
  assert.match(
    create ?? '',
    /^\d\d:\d\d:\d\d {2}500 {2}→ refund\.create order o1 {2}no_answer:store_error {2}\d+ ms {2}The code of the endpoint failed/,
  )
})

test('dev deletes its data when it ends, unless it has a file', async (t) => {
  const temporary = await tempFolder(t)
  const dev = await startProcess(t, [], { command: 'dev', env: { TMPDIR: temporary } })
  assert.equal(readdirSync(temporary).filter((name) => name.startsWith('storewire-dev-')).length, 1)
  assert.equal(await dev.stop(), 0)
  assert.deepEqual(
    readdirSync(temporary).filter((name) => name.startsWith('storewire-dev-')),
    [],
  )
  const db = join(temporary, 'dev.db')
  const first = await startProcess(t, ['--db', db], { command: 'dev' })
  await client(first.baseUrl, keyIn(first.output())).push('orders', [{ id: 'o1', updatedAt: 1 }])
  await first.stop()
  const second = await startProcess(t, ['--db', db], { command: 'dev' })
  const api = client(second.baseUrl, keyIn(second.output()))
  assert.equal((await api.call('GET', '/orders/o1')).status, 200)
})

test('fixed keys are the same every time, marked as unsafe, and refused by serve', async (t) => {
  const db = join(await tempFolder(t), 'dev.db')
  for (let start = 0; start < 2; start++) {
    const dev = await startProcess(t, ['--db', db, '--fixed-keys'], { command: 'dev' })
    assert.match(dev.output(), /UNSAFE/)
    assert.match(dev.output(), new RegExp(`signing secret +${fixedKeys.signingSecret}`))
    assert.equal((await client(dev.baseUrl, fixedKeys.secretKey).call('GET', '/ping')).status, 200)
    await dev.stop()
  }
  const served = await storewire(['serve', '--db', db, '--port', '0'])
  assert.equal(served.code, 1)
  assert.match(served.stderr, /publicly known keys: serve another file/)
})

test('a well-known key can not be imported into a real database', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  await (await startProcess(t, ['--db', db])).stop()
  const { code, stderr } = await storewire(['keys', 'import', '--db', db], { input: `${fixedKeys.secretKey}\n` })
  assert.equal(code, 1)
  assert.match(stderr, /is the publicly known key of "storewire dev"/)
})

test("a real shop's database is rejected and stays unchanged", async (t) => {
  const folder = await tempFolder(t)
  const db = join(folder, 'shop.db')
  const shop = await startProcess(t, ['--db', db])
  const key = keyIn(shop.output())
  await shop.stop()
  const { code, stderr } = await storewire(['dev', '--db', db, '--port', '0'])
  assert.equal(code, 1)
  assert.match(stderr, /this database holds a shop of its own/)
  assert.ok(existsSync(db))
  const again = await startProcess(t, ['--db', db])
  assert.equal((await client(again.baseUrl, key).call('GET', '/ping')).status, 200)
})

test('a reset restores tables and triggers of any name', async (t) => {
  const file = join(await tempFolder(t), 'dev.db')
  await (await startProcess(t, ['--db', file], { command: 'dev' })).stop()
  const db = new Database(file)
  t.after(() => db.close())
  db.exec(
    'CREATE TABLE "5"" shoes" (x); CREATE TRIGGER "a "" trigger" DELETE ON "5"" shoes" BEGIN SELECT RAISE(ABORT, \'no\'); END',
  )
  db.exec('INSERT INTO "5"" shoes" VALUES (1)')
  const { baseUrl } = await startProcess(t, ['--db', file], { command: 'dev' })
  db.exec('INSERT INTO "5"" shoes" VALUES (2)')
  assert.equal((await fetch(new URL('/dev/reset', baseUrl), { method: 'POST' })).status, 200)
  assert.deepEqual(db.prepare('SELECT x FROM "5"" shoes"').pluck().all(), [1])
  assert.throws(() => db.exec('DELETE FROM "5"" shoes"'), /no/)
})

test('--seed-data brings the sample shop, and serve has nothing under /dev', async (t) => {
  const dev = await startProcess(t, ['--seed-data', '--json'], { command: 'dev' })
  const { secretKey } = JSON.parse(dev.output())
  const api = client(dev.baseUrl, secretKey)
  assert.equal((await api.call('GET', '/customers/cust-85')).body.id, 'cust-85')
  assert.equal((await fetch(new URL('/dev/clock', dev.baseUrl))).status, 200)
  const served = await startProcess(t, ['--db', join(await tempFolder(t), 'shop.db')])
  for (const path of ['/dev', '/dev/clock', '/dev/reset', '/dev/shop/refunds'])
    assert.equal((await fetch(new URL(path, served.baseUrl))).status, 404)
})

test('an endpoint that is not allowed and a port in use are one line of error', async (t) => {
  const refused = await storewire(['dev', '--port', '0', '--refund-endpoint', 'http://shop.example/refunds'])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^storewire: Plain http is allowed only for loopback addresses.*\n$/)
  const first = await startProcess(t, [], { command: 'dev' })
  const second = await storewire(['dev', '--port', new URL(first.baseUrl).port])
  assert.equal(second.code, 1)
  assert.match(second.stderr, /^storewire: cannot listen on .*another program uses the port/)
})

test("refunds are sent to your own endpoint, signed with the machine's time", async (t) => {
  let secret = ''
  const endpoint = await startStoreEndpoint(t, { secret: () => secret, now: Date.now, tls: false })
  const shop = await startDevShop(t, { refundEndpoint: endpoint.url, fixedKeys: true })
  secret = shop.signingSecret
  assert.equal(secret, fixedKeys.signingSecret)
  await shop.clock.advance('2d')
  await shop.refunds.confirm((await shop.refunds.start({ order: 'o1', reason: 'defect' })).id)
  assert.equal((await shop.refunds.wait('succeeded', { order: 'o1' })).refundId, 'rf_1')
  assert.deepEqual(shop.shop.requests(), [])
})

test('dev warns when others can reach it', async (t) => {
  const dev = await startProcess(t, ['--host', '0.0.0.0'], { command: 'dev' })
  await dev.stop()
  assert.match(dev.errors(), /on this machine only/)
})

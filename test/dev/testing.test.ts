import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Storewire } from '../../src/client/index.ts'
import { startStorewire } from '../../src/dev/testing.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { startDevShop } from '../support/dev.ts'
import { tempFolder } from '../support/server.ts'

test('a refund goes from its start to success against the sample shop', async (t) => {
  const { refunds, shop, secretKey, baseUrl } = await startDevShop(t)
  await new Storewire({ secretKey, baseUrl }).orders.upsert({ id: 'o1', updatedAt: Date.now(), refundedTotal: 1_000 })
  const refund = await refunds.start({ order: 'o1', reason: 'defect' })
  assert.deepEqual([refund.status, refund.amount, refund.currency], ['awaiting_customer', 4_000, 'EUR'])
  await refunds.confirm(refund.id)
  const done = await refunds.wait('succeeded', { order: 'o1' })
  assert.equal(done.refundId, 'sample_1')
  assert.deepEqual(
    done.moves.map(({ to }) => to),
    ['awaiting_customer', 'executing', 'succeeded'],
  )
  assert.deepEqual(
    shop.requests().map(({ type, behaviour, status }) => [type, behaviour, status]),
    [
      ['refund.preview', 'succeed', 200],
      ['refund.create', 'succeed', 200],
    ],
  )
})

test('advancing the clock makes the retries of that time, one after another', async (t) => {
  const { refunds, shop, clock } = await startDevShop(t)
  shop.behave({ behaviour: 'error', times: 2 })
  const { id } = await refunds.start({ order: 'o1', reason: 'defect', lines: [{ itemId: 'l1', quantity: 1 }] })
  await refunds.confirm(id)
  const before = clock.now()
  await clock.advance('10m')
  // The clock goes on meanwhile, as that of the machine does.
  assert.ok(clock.now() - before >= 600_000 && clock.now() - before < 660_000)
  const refund = await refunds.get(id)
  assert.equal(refund.amount, 1_250)
  assert.equal(refund.status, 'succeeded')
  const tries = refund.deliveries.filter(({ type }) => type === 'refund.create')
  assert.deepEqual(
    tries.map(({ verdict }) => verdict),
    ['no_answer:store_error', 'no_answer:store_error', 'succeeded'],
  )
  const [first, second, third] = tries.map(({ sentAt }) => Date.parse(sentAt)) as [number, number, number]
  assert.ok(second - first >= 20_000 && second - first < 80_000, `${second - first}`)
  assert.ok(third - second >= 80_000 && third - second < 320_000, `${third - second}`)
})

test('after two hours a refund whose shop never responds correctly has failed', async (t) => {
  const { refunds, shop, clock } = await startDevShop(t)
  shop.behave({ behaviour: 'bad_json' })
  const { id } = await refunds.start({ order: 'o1', reason: 'defect' })
  await refunds.confirm(id)
  await clock.advance('2h')
  const { status, failure } = await refunds.get(id)
  assert.deepEqual([status, failure?.code], ['failed', 'no_answer'])
  assert.equal(shop.requests().filter(({ type }) => type === 'refund.create').length, 6)
})

test('refunds expire and idempotency windows end when the clock says so', async (t) => {
  const { refunds, clock, call } = await startDevShop(t)
  const { id } = await refunds.start({ order: 'o1', reason: 'return' })
  const push = () =>
    call('POST', '/customers', {
      json: { data: [{ id: 'c1', updatedAt: 1 }] },
      headers: { 'idempotency-key': 'k' },
    })
  assert.equal((await push()).body.results[0].status, 'created')
  assert.equal((await push()).body.results[0].status, 'created')
  await clock.advance('1h1ms')
  assert.equal((await refunds.get(id)).status, 'expired')
  await clock.advance('1d')
  assert.equal((await push()).body.results[0].status, 'stale')
})

test('a rate limit is free again a minute later', async (t) => {
  const { call, clock } = await startDevShop(t)
  const bulk = () => call('POST', '/orders/bulk', { json: { data: [{ id: 'o2', updatedAt: 1 }] } })
  const answers = await Promise.all(Array.from({ length: 31 }, bulk))
  assert.equal(answers.filter(({ status }) => status === 429).length, 1)
  assert.equal((await bulk()).status, 429)
  await clock.advance('1m')
  assert.equal((await bulk()).status, 202)
})

const cases = [
  { behaviour: 'refuse', code: 'too_old', status: 'failed', failure: 'too_old' },
  { behaviour: 'pending', status: 'pending', failure: undefined },
] as const

for (const { status, failure, ...rule } of cases) {
  test(`a shop with the rule ${rule.behaviour} makes a refund ${status}`, async (t) => {
    const { refunds, shop } = await startDevShop(t)
    shop.behave({ ...rule, order: 'o1' })
    await refunds.confirm((await refunds.start({ order: 'o1', reason: 'defect' })).id)
    assert.equal((await refunds.wait(status, { order: 'o1' })).failure?.code, failure)
  })
}

test('a misspelled option in a test is an error', async (t) => {
  const { shop, chaos, refunds } = await startDevShop(t)
  assert.throws(
    () => shop.behave({ behavior: 'error' } as never),
    /rule does not fit: behaviour is required; behavior is not/,
  )
  assert.throws(() => shop.behave({ behaviour: 'errors' as never }), /behaviour must be succeed, /)
  assert.throws(() => chaos({ fault: 404 as never }), /fault must be 429, /)
  assert.throws(() => chaos({ fault: 500, route: 'orders' }), /route must be a path below/)
  await assert.rejects(refunds.wait('success' as never, { order: 'o1' }), /for must be such as refund.succeeded/)
  await assert.rejects(refunds.wait('succeeded', {}), /must name an order or an id/)
  const options = { seeddata: true, rateLimits: 'of', refundTimeout: 'soon' } as never
  await assert.rejects(
    startStorewire(options),
    /refundTimeout must be a time .*; rateLimits must be off or production; seeddata is not/,
  )
})

test('a wrong amount and a hanging shop are reported by name', async (t) => {
  const { refunds, shop } = await startDevShop(t)
  shop.behave({ behaviour: 'wrong_amount_type', times: 1 })
  await assert.rejects(refunds.start({ order: 'o1', reason: 'defect' }), /not a string/)
  assert.equal((await refunds.start({ order: 'o1', reason: 'defect' })).status, 'awaiting_customer')
  const impatient = await startDevShop(t, { refundTimeout: '100ms' })
  impatient.shop.behave({ behaviour: 'timeout', on: 'refund.preview', times: 1 })
  await assert.rejects(impatient.refunds.start({ order: 'o1', reason: 'defect' }), /within 0.1 seconds/)
})

test('a rule for an order counts before one for all, and the next calls before the rest', async (t) => {
  const { refunds, shop, push } = await startDevShop(t)
  await push('orders', [{ id: 'o2', updatedAt: 1, total: 100, currency: 'EUR' }])
  shop.behave({ behaviour: 'refuse', on: 'refund.preview', order: 'o2', code: 'of_order' })
  shop.behave({ behaviour: 'refuse', on: 'refund.preview', code: 'of_all' })
  shop.behave({ behaviour: 'refuse', on: 'refund.preview', code: 'next', times: 1 })
  const codeOf = (order: string) =>
    refunds.start({ order, reason: 'other' }).catch((error: { facts: { code: string } }) => error.facts.code)
  assert.deepEqual([await codeOf('o2'), await codeOf('o1'), await codeOf('o1')], ['of_order', 'next', 'of_all'])
  shop.behaveWell()
  assert.equal((await refunds.start({ order: 'o1', reason: 'other' })).status, 'awaiting_customer')
})

test('a retry after a lost response gets the first result, and nothing is refunded twice', async (t) => {
  const { refunds, shop, clock } = await startDevShop(t)
  shop.behave({ behaviour: 'bad_json', times: 1 })
  await refunds.confirm((await refunds.start({ order: 'o1', reason: 'defect' })).id)
  await clock.advance('1m')
  assert.equal((await refunds.wait('succeeded', { order: 'o1' })).refundId, 'sample_1')
})

test('reset restores the start: data, clock, rules, faults and limits', async (t) => {
  const { reset, clock, shop, refunds, call, chaos, baseUrl, secretKey } = await startDevShop(t, { seedData: true })
  const orders = async () => (await call('GET', '/orders/order-1480')).body.status
  const before = await orders()
  await call('POST', '/orders', { json: { data: [{ id: 'order-1480', updatedAt: Date.now(), status: 'cancelled' }] } })
  await call('DELETE', '/customers/cust-85')
  await refunds.confirm((await refunds.start({ order: 'o1', reason: 'defect' })).id)
  await clock.advance('1h')
  shop.behave({ behaviour: 'error' })
  chaos({ fault: 500 })
  await reset()
  assert.equal(await orders(), before)
  assert.equal((await call('GET', '/customers/cust-85')).status, 200)
  assert.equal((await call('GET', '/orders/o1')).status, 404)
  assert.ok(Math.abs(clock.now() - Date.now()) < 1_000)
  assert.deepEqual(shop.requests(), [])
  assert.deepEqual(await new Storewire({ baseUrl, secretKey }).ping(), {
    orgId: (await call('GET', '/ping')).body.orgId,
  })
  await assert.rejects(refunds.wait('succeeded', { order: 'o1', timeout: '10ms' }), /has not come to succeeded/)
})

test('histories still cannot be rewritten after a reset', async (t) => {
  const { db, reset } = await onFile(t)
  await reset()
  const file = openSqlite(db)
  t.after(() => file.close())
  assert.throws(() => file.exec('DELETE FROM audit_log'), /append-only/)
})

async function onFile(t: TestContext) {
  const db = join(await tempFolder(t), 'dev.db')
  return { db, ...(await startDevShop(t, { db })) }
}

test('servers run at the same time, each with its own data', async (t) => {
  const shops = await Promise.all(Array.from({ length: 4 }, () => startDevShop(t)))
  await Promise.all(shops.map(({ push }, index) => push('customers', [{ id: `c${index}`, updatedAt: 1 }])))
  for (const [index, { call }] of shops.entries()) {
    const { data } = (await call('GET', '/customers')).body
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      [`c${index}`],
    )
  }
})

test('a server starts and resets quickly, also with the sample shop', async (t) => {
  const best = async (work: () => Promise<unknown>) => {
    const times = []
    for (let run = 0; run < 5; run++) {
      const started = performance.now()
      await work()
      times.push(performance.now() - started)
    }
    return Math.min(...times)
  }
  const started: Awaited<ReturnType<typeof startStorewire>>[] = []
  t.after(() => Promise.all(started.map(({ stop }) => stop())))
  const start = async (seedData: boolean) => started.push(await startStorewire({ seedData }))
  const [empty, seeded] = [await best(() => start(false)), await best(() => start(true))]
  const reset = await best(async () => started.at(-1)?.reset())
  t.diagnostic(`start ${empty.toFixed()} ms, with the sample shop ${seeded.toFixed()} ms, reset ${reset.toFixed()} ms`)
  // Ten times what a usual machine takes; `npm run bench:dev` tells how long it is on this one.
  assert.ok(empty < 1_500, `${empty}`)
  assert.ok(seeded < 1_500, `${seeded}`)
  assert.ok(reset < 500, `${reset}`)
})

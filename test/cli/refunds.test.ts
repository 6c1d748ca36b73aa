import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { createConversation } from '../../src/conversations/conversations.ts'
import { noMetrics } from '../../src/lib/metrics.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { systemClock } from '../../src/lib/time.ts'
import { createShopOutbound } from '../../src/refunds/endpoint/shop-outbound.ts'
import { offerRefund } from '../../src/refunds/offer.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { refundsCommand } from '../support/commands.ts'
import { startProcess, storewire } from '../support/process.ts'
import { addWorkspace, client, tempFolder, testClock } from '../support/server.ts'
import { assistant, customer, ORDER } from '../support/shop.ts'
import { answers, hangs, refuses, startStoreEndpoint } from '../support/store-endpoint.ts'

/** A test workspace on a file, with refunds set up on the command line and an order; no server yet. */
async function shop(t: TestContext) {
  const file = join(await tempFolder(t), 'shop.db')
  let secret = ''
  const endpoint = await startStoreEndpoint(t, { secret: () => secret, tls: false })
  const store = await openStore(file, { create: true })
  t.after(store.close)
  const { workspaceId, key } = await addWorkspace(store, 'default', systemClock, { test: true })
  const { run, ok, json } = refundsCommand(file)
  secret = (await json('secret', 'create')).secret
  await ok('settings', 'set', '--endpoint-url', endpoint.url, '--enabled', 'on')
  const server = await startProcess(t, ['--db', file])
  await client(server.baseUrl, key).push('orders', [ORDER])
  const offer = async () => {
    const { id: conversationId } = await store.write((tx) =>
      createConversation(tx, { workspaceId, customerId: 'c1' }, systemClock.now()),
    )
    const outbound = createShopOutbound({ policy: { allowPrivate: false, allowEndpoints: [] } })
    const wish = { workspaceId, orderId: 'o1', lines: [], kind: 'defect', note: null, conversationId } as const
    return offerRefund(
      { store, clock: systemClock, outbound, metrics: noMetrics, sealer: createSealer(undefined) },
      assistant,
      { ...wish, lines: [] },
    )
  }
  /** The refund once the server has brought it to a status, which takes it about a second. */
  const until = async (id: string, status: string) => {
    for (;;) {
      const refund = await json('show', id)
      if (refund.status === status) return refund
      await sleep(50)
    }
  }
  return { file, endpoint, run, ok, json, server, key, offer, until }
}

const oneLine = (text: string, what: string) => assert.match(text, /^storewire: .+\n$/, what)

test("each decision prints the refund's new state as a table and as JSON, and the server then sends it", async (t) => {
  const { endpoint, run, ok, json, until } = await shop(t)
  const line = ['--order', 'o1', '--reason', 'return', '--line', 'l1=1', '--note', 'too small']
  const quoted = { amount: 1250, currency: 'EUR', note: null, overOrderTotal: null, earlier: [] }
  assert.deepEqual(await json('quote', ...line), quoted)
  assert.match(await ok('quote', ...line), /^12\.50 EUR\n$/)

  const started = await json('start', ...line)
  assert.deepEqual(
    [started.status, started.amount, started.currency, started.lines, started.note],
    ['awaiting_customer', 1250, 'EUR', [{ itemId: 'l1', quantity: 1 }], 'too small'],
  )
  assert.equal('basis' in started, false)
  const second = await run('start', ...line)
  assert.equal(second.code, 1)
  assert.match(second.stderr, new RegExp(`^storewire: The order already has an open refund: ${started.id}`))
  assert.equal((await json('confirm', started.id)).status, 'executing')
  const confirmedAt = Date.now()
  const made = await until(started.id, 'succeeded')
  // It looks every second, so that far more than that is the machine's doing.
  assert.ok(Date.parse(made.finishedAt) - confirmedAt < 30_000, `made at ${made.finishedAt}`)
  assert.deepEqual([...endpoint.refunds], [[started.id, 1]])
  assert.equal(made.refundId, 'rf_1')
  assert.deepEqual(
    made.moves.map(({ to, on }: { to: string; on: string }) => [to, on]),
    [
      ['awaiting_customer', 'started_by_agent'],
      ['executing', 'customer_confirmed'],
      ['succeeded', 'answered_succeeded'],
    ],
  )
  assert.deepEqual(
    made.deliveries.map(({ type, number, verdict }: Record<string, unknown>) => [type, number, verdict]),
    [
      ['refund.preview', 1, 'amount'],
      ['refund.create', 1, 'succeeded'],
    ],
  )
  const timeline = await ok('show', started.id)
  for (const words of ['12.50 EUR', 'rf_1', 'awaiting_customer → executing', 'refund.create try 1', 'HTTP 200'])
    assert.ok(timeline.includes(words), `${words} in ${timeline}`)

  const again = await run('confirm', started.id)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /^storewire: This refund is succeeded, which is final\. .+\n$/)
  const rest = ['--order', 'o1', '--reason', 'other', '--line', 'l1=1']
  const unnamed = await run('start', ...rest)
  assert.equal(unnamed.code, 1)
  assert.match(unnamed.stderr, new RegExp(`^storewire: The order was refunded before.*--again ${started.id}\\.\n$`))
  assert.match(await ok('quote', ...rest), new RegExp(`with --again:\nID .*\n${started.id} .* succeeded `))
  const other = await json('start', ...rest, '--again', started.id)
  assert.match(await ok('decline', other.id), /declined/)
  const third = await json('start', ...rest, '--again', started.id)
  assert.match(await ok('cancel', third.id, '--reason', 'she called'), /cancelled/)
  assert.equal((await json('show', third.id)).moves.at(-1).reason, 'she called')

  assert.deepEqual(
    (await json('list')).map(({ id, status }: Record<string, string>) => [id, status]),
    [
      [third.id, 'cancelled'],
      [other.id, 'declined'],
      [started.id, 'succeeded'],
    ],
  )
  assert.deepEqual((await json('list', '--status', 'declined')).length, 1)
  assert.deepEqual(await json('list', '--order', 'none'), [])
  assert.match(await ok('list', '--limit', '1'), /^ID .*\n.* cancelled .*\n$/)
})

test('agents approve and reject refunds that the assistant offered and the customer confirmed', async (t) => {
  const { ok, json, run, offer, until, endpoint } = await shop(t)
  const rejected = await offer()
  assert.equal((await json('confirm', rejected.id)).status, 'awaiting_approval')
  assert.equal((await json('reject', rejected.id, '--reason', 'third time')).status, 'rejected')
  const approved = await offer()
  await ok('confirm', approved.id)
  assert.match(await ok('approve', approved.id), /executing/)
  await until(approved.id, 'succeeded')
  assert.deepEqual([...endpoint.refunds.keys()], [approved.id])
  for (const command of ['show', 'confirm', 'decline', 'approve', 'reject', 'cancel']) {
    const { code, stdout, stderr } = await run(command, 'act_none')
    assert.deepEqual([code, stdout], [1, ''], command)
    assert.match(stderr, /^storewire: This workspace has no refund with this id\. .+\n$/)
  }
})

test('a refund whose server is killed during the call is made once, by the next server', async (t) => {
  const { file, endpoint, ok, json, server, until } = await shop(t)
  const { id } = await json('start', '--order', 'o1', '--reason', 'defect')
  // The shop moves the money, and nobody is there any more to hear of it.
  endpoint.behave((call, response, store) => {
    store.refund(call.body.idempotencyKey)
    return hangs(call, response, store)
  })
  await ok('confirm', id)
  while (endpoint.refunds.size === 0) await sleep(10)
  await server.stop('SIGKILL')
  assert.equal((await json('show', id)).status, 'executing')
  await startProcess(t, ['--db', file])
  const { deliveries } = await until(id, 'succeeded')
  assert.deepEqual([...endpoint.refunds], [[id, 1]])
  assert.deepEqual(
    deliveries.map(({ type, number, verdict }: Record<string, unknown>) => [type, number, verdict]),
    [
      ['refund.preview', 1, 'amount'],
      ['refund.create', 1, null],
      ['refund.create', 2, 'succeeded'],
    ],
  )
  assert.match(await ok('show', id), /refund\.create try 1 .*in progress or interrupted/)
})

test('the history is in order even if one process has a later clock than the next', async (t) => {
  const file = join(await tempFolder(t), 'shop.db')
  const clock = testClock(Date.parse('2099-01-01T00:00:00Z'))
  const store = await openStore(file, { create: true })
  t.after(store.close)
  const { workspaceId } = await addWorkspace(store, 'default', clock, { test: true })
  const { insertRefund } = await import('../../src/refunds/move.ts')
  const { id } = await store.write((tx) =>
    insertRefund(
      tx,
      {
        ...{
          id: 'act_1',
          workspaceId,
          orderId: 'o1',
          customerId: 'c1',
          conversationId: null,
          kind: 'defect',
          note: null,
        },
        ...{ lines: [], mode: 'execute', amount: 1250, currency: 'EUR', startedBy: 'agent', trial: false, basis: '' },
      },
      { on: 'started_by_agent', actor: customer },
      clock.now(),
    ),
  )
  const { stdout } = await storewire(['refunds', 'decline', id, '--db', file])
  assert.match(stdout, /declined/)
  const shown = JSON.parse((await storewire(['refunds', 'show', id, '--json', '--db', file])).stdout)
  assert.deepEqual(
    shown.moves.map(({ from, to }: Record<string, string>) => [from, to]),
    [
      [null, 'awaiting_customer'],
      ['awaiting_customer', 'declined'],
    ],
  )
})

test('an invalid refund request is rejected: usage errors with exit code 2, rules of the shop or the order with 1', async (t) => {
  const { run, endpoint } = await shop(t)
  const wish = ['start', '--order', 'o1', '--reason', 'defect']
  const wrong = [
    ['start', '--reason', 'defect'],
    ['start', '--order', 'o1'],
    ['start', '--order', 'o1', '--reason', 'bored'],
    ...['l1', 'l1=', 'l1=0', 'l1=-1', 'l1=1.5', '=1'].map((line) => [...wish, '--line', line]),
    [...wish, '--amount', '5'],
    ['list', '--status', 'lost'],
    ['list', '--limit', '0'],
    ['confirm'],
  ]
  for (const args of wrong) {
    const { code, stdout, stderr } = await run(...args)
    assert.deepEqual([code, stdout], [2, ''], args.join(' '))
    oneLine(stderr, args.join(' '))
  }
  endpoint.behave(refuses('too_late', 'The return period\nis over.'))
  const refused = [
    [wish, /^storewire: The shop named no amount: The return period is over\.\n$/],
    [[...wish, '--line', 'l1=3'], /^storewire: Line l1: only 2 of 3 can still be refunded\.\n$/],
    [[...wish, '--line', 'l9=1'], /^storewire: Line l9: the order has no line/],
    [[...wish, '--line', 'l1=1', 'l1=1'], /^storewire: Line l1: given twice/],
    [[...wish, '--conversation', 'conv_none'], /^storewire: This workspace has no conversation/],
    [['start', '--order', 'o9', '--reason', 'defect'], /^storewire: This workspace has no order/],
  ] as const
  for (const [args, message] of refused) {
    const { code, stdout, stderr } = await run(...args)
    assert.deepEqual([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, message)
    oneLine(stderr, args.join(' '))
  }
  endpoint.behave(refuses('too_late', 'no\u001b[2J\u001b]0;gone\u0007'))
  assert.match((await run(...wish)).stderr, /no\\u\{1b\}\[2J\\u\{1b\}\]0;gone\\u\{7\}\n$/)
  endpoint.behave(answers({ ok: true, amount: 1.5, currency: 'EUR' }))
  assert.match((await run(...wish)).stderr, /"amount" is invalid/)
})

test("refunds that may have been made, and refunds above their order's total, are marked wherever a refund is shown", async (t) => {
  const { file, endpoint, run, ok, json, until, server, key } = await shop(t)
  endpoint.behave(answers({ ok: true, amount: 999_900, currency: 'EUR' }))
  const wish = ['--order', 'o1', '--reason', 'defect']
  const { id } = await json('start', ...wish)
  const numbers = /9999\.00 EUR is more than the 50\.00 EUR left of the order \(total 50\.00 EUR, refunded 0\.00 EUR\)/
  assert.match(await ok('show', id), numbers)
  const confirmed = await json('confirm', id)
  assert.deepEqual(
    [confirmed.status, confirmed.approvalReasons, confirmed.overOrderTotal],
    ['awaiting_approval', ['over_order_total'], { total: 5_000, refunded: 0, left: 5_000 }],
  )
  assert.match(await ok('list'), /awaiting_approval, over_order_total/)
  endpoint.behave(answers({ ok: true, status: 'pending', refundId: 'noted_1' }))
  await ok('approve', id)
  const { possiblyRefunded } = await until(id, 'pending')
  assert.equal(possiblyRefunded, false)

  const early = await run('stop-waiting', id, '--reason', 'They never answer')
  assert.equal(early.code, 1)
  assert.match(early.stderr, /^storewire: The shop has 14 days to report the outcome of this refund\. .+\n$/)
  const without = await run('stop-waiting', id)
  assert.deepEqual([without.code, without.stdout], [2, ''])
  await ok('settings', 'set', '--pending-timeout-days', '1')
  const db = new Database(file)
  db.exec(`DROP TRIGGER refund_moves_are_not_changed; UPDATE refund_moves SET at = at - 86400000`)
  db.close()
  assert.match(await ok('stop-waiting', id, '--reason', 'They never answer'), /failed, may have been refunded/)
  assert.match(await ok('show', id), /may have made this refund[\s\S]*failed: no_report They never answer/)
  const [listed] = await json('list')
  assert.deepEqual([listed.possiblyRefunded, listed.reportedAs, 'hasUnansweredTry' in listed], [true, null, false])

  await client(server.baseUrl, key).call('POST', `/actions/${id}/status`, { json: { status: 'succeeded' } })
  assert.match(await ok('list'), /failed, later reported as succeeded, may have been refunded/)
  assert.match(await ok('show', id), /failed, reported late +reported_succeeded by /)
  assert.equal((await json('show', id)).reportedAs, 'succeeded')
  assert.match((await run('start', ...wish, '--again', 'act_1')).stderr, new RegExp(`act_1 is not the newest.*${id}`))
  assert.equal((await json('start', ...wish, '--again', id)).status, 'awaiting_customer')
})

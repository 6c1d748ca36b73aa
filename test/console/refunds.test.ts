import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addMessage } from '../../src/conversations/conversations.ts'
import { assertError, type Browser, signedIn } from '../support/console.ts'
import { answerValidator, type OpenApi } from '../support/openapi.ts'
import { type Answer, addWorkspace } from '../support/server.ts'
import { ORDER, startShop } from '../support/shop.ts'
import { answers } from '../support/store-endpoint.ts'

/** A shop whose refunds wait for an agent, and two of its people. */
async function atWork(t: TestContext) {
  const shop = await startShop(t)
  const ada = await signedIn(shop.api)
  const ben = await signedIn(shop.api, { email: 'ben@shop.example', role: 'agent' })
  /** A refund that its customer has confirmed. */
  const waiting = async () => {
    const { id, amount, currency } = await shop.start()
    const seen = { amount, currency }
    // As one that the assistant offered: what an agent starts needs no other one.
    await shop.api.store.write((tx) => tx.run(`UPDATE refunds SET started_by = 'assistant' WHERE id = ?`, id))
    const confirmed = await ada.post(`/refunds/${id}/confirm`, seen)
    assert.equal(confirmed.body.status, 'awaiting_approval', confirmed.text)
    return { id, seen, path: `/refunds/${id}` }
  }
  return { ...shop, ada, ben, waiting }
}

test('a waiting refund is listed with its reasons, shown with its history, and approved', async (t) => {
  const { api, ben, waiting, until } = await atWork(t)
  await api.push('customers', [{ id: 'c1', updatedAt: 1, name: 'Ada Lovelace' }])
  const { id, seen, path } = await waiting()
  const { data, counts } = (await ben.get('/refunds?tab=waiting')).body
  assert.deepEqual(counts, { waiting: 1, running: 0, done: 0, all: 1 })
  assert.deepEqual(
    data.map((each: Record<string, unknown>) => [each.id, each.customerName, each.approvalReasons]),
    [[id, 'Ada Lovelace', ['no_limit']]],
  )
  const approved = await ben.post(`${path}/approve`, seen)
  assert.equal(approved.body.status, 'executing', approved.text)
  await until(id, 'succeeded')
  const { refund, timeline } = (await ben.get(path)).body
  assert.equal(refund.status, 'succeeded')
  const shown = timeline.map(({ kind, on, type, actor }: Record<string, string>) => [kind, on ?? type, actor])
  assert.deepEqual(
    shown.filter(([kind]: string[]) => kind === 'move'),
    [
      ['move', 'started_by_agent', 'agent ann'],
      ['move', 'customer_confirmed', 'ada@shop.example'],
      ['move', 'agent_approved', 'ben@shop.example'],
      ['move', 'answered_succeeded', 'refund endpoint'],
    ],
  )
  // All within one millisecond of the clock.
  assert.deepEqual(
    shown.slice(-3).map(([, what]: string[]) => what),
    ['agent_approved', 'refund.create', 'answered_succeeded'],
  )
  assert.deepEqual((await ben.get('/refunds')).body.counts, { waiting: 0, running: 0, done: 1, all: 1 })
})

test('a refund is shown with its order, what is left of it, the note of the shop and the chat', async (t) => {
  const { api, ben, endpoint, start, talk } = await atWork(t)
  endpoint.behave(answers({ ok: true, amount: 1_250, currency: 'EUR', note: 'less a scratch' }))
  const conversationId = await talk()
  await api.store.write((tx) => addMessage(tx, conversationId, { author: 'customer', text: 'It broke.' }, 1_000))
  const { id } = await start({ lines: [{ itemId: 'l1', quantity: 1 }], conversationId })
  const { order, shopNote, messages, ofOrder } = (await ben.get(`/refunds/${id}`)).body
  assert.deepEqual([order.id, order.total, order.lines[0].title, order.lines[0].left], ['o1', 5_000, 'Mug', 2])
  assert.equal(shopNote, 'less a scratch')
  assert.deepEqual(
    messages.map(({ author, text }: Record<string, string>) => [author, text]),
    [['customer', 'It broke.']],
  )
  assert.deepEqual(ofOrder, [])
})

test('an order is found by id, number or e-mail address, with its refunds and the chat of its customer', async (t) => {
  const { api, ben, start, talk } = await atWork(t)
  await api.push('orders', [
    { ...ORDER, updatedAt: '2026-02-21T10:00:00Z', number: '#1001', email: 'ada@shop.example' },
  ])
  const conversationId = await talk()
  await api.store.write((tx) => addMessage(tx, conversationId, { author: 'customer', text: 'It broke.' }, 1_000))
  const { id } = await start()
  for (const named of ['o1', '1001', ' #1001 ', 'ADA@shop.example']) {
    const { data, isComplete } = (await ben.get(`/orders?named=${encodeURIComponent(named)}`)).body
    assert.deepEqual(
      data.map((one: { order: { id: string }; chat: { id: string }; refunds: { id: string }[] }) => [
        one.order.id,
        one.chat.id,
        one.refunds.map((refund) => refund.id),
      ]),
      [['o1', conversationId, [id]]],
      named,
    )
    assert.equal(isComplete, true)
  }
  for (const named of ['', '#', '@', 'o2']) {
    const answer = await ben.get(`/orders?named=${encodeURIComponent(named)}`)
    assert.deepEqual([answer.status, answer.body.data], [200, []], named)
  }
})

test('every response about refunds, settings and keys matches the document', async (t) => {
  const { api, ada, waiting } = await atWork(t)
  const spec = (await (await fetch(api.baseUrl.replace('/api/v1', '/console/api/spec.json'))).json()) as OpenApi
  const { validate } = answerValidator(spec)
  const { path, seen } = await waiting()
  const good = (method: string, declared: string, answer: Answer) => {
    assert.equal(answer.status, 200, answer.text)
    validate(method, declared, answer)
  }
  good('GET', '/orders', await ada.get('/orders?named=o1'))
  good('GET', '/refunds', await ada.get('/refunds?limit=1'))
  good('POST', '/refunds/quote', await ada.post('/refunds/quote', { orderId: 'o1', kind: 'defect' }))
  good('POST', '/refunds/{id}/approve', await ada.post(`${path}/approve`, seen))
  good('GET', '/refunds/{id}', await ada.get(path))
  good('GET', '/settings/refunds', await ada.get('/settings/refunds'))
  good('POST', '/settings/refunds', await ada.post('/settings/refunds', { autoLimit: 100, limitCurrency: 'EUR' }))
  const tested = await ada.post('/settings/refunds/test-connection')
  good('POST', '/settings/refunds/test-connection', tested)
  assert.equal(tested.body.ok, true)
  good('GET', '/keys', await ada.get('/keys'))
})

test('if two people decide on a refund at once, one decision counts, and the other person sees who made it', async (t) => {
  const { api, ada, ben, waiting } = await atWork(t)
  const { path, seen, id } = await waiting()
  const decisions = await Promise.all([
    ada.post(`${path}/approve`, seen),
    ben.post(`${path}/reject`, { reason: 'worn' }),
  ])
  assert.deepEqual(decisions.map(({ status }) => status).sort(), [200, 409])
  const second = decisions.find(({ status }) => status === 409) ?? assert.fail()
  assertError(second, 409, 'wrong_status')
  const first = decisions[0] === second ? 'ben@shop.example' : 'ada@shop.example'
  assert.equal(second.body.data.by, first)
  assert.equal(second.body.data.at, new Date(api.clock.now()).toISOString())
  const moves = await api.store.read.all(`SELECT 1 FROM refund_moves WHERE refund_id = ? AND cause LIKE 'agent_%'`, id)
  assert.equal(moves.length, 1)
})

test('an approval with another amount than the stored one is rejected, and only the stored amount is paid', async (t) => {
  const { ada, waiting, endpoint, look } = await atWork(t)
  const { path, seen, id } = await waiting()
  for (const other of [
    { ...seen, amount: seen.amount + 1 },
    { ...seen, currency: 'USD' },
  ])
    assertError(await ada.post(`${path}/approve`, other), 409, 'amount_changed')
  assert.equal((await ada.post(`${path}/approve`, {})).status, 400)
  assert.equal((await look(id)).status, 'awaiting_approval')
  assert.ok(endpoint.requests.every(({ body }) => !String(body).includes('refund.create')))
})

test('pressing a button twice decides once', async (t) => {
  const { ben, waiting } = await atWork(t)
  const { path, seen } = await waiting()
  const press = () => ben.post(`${path}/approve`, seen, { 'idempotency-key': 'the dialog' })
  const [first, second] = [await press(), await press()]
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.equal(second.text, first.text)
})

test("an agent starts a refund with the shop's amount, and cannot change settings", async (t) => {
  const { ben } = await atWork(t)
  const wanted = { orderId: 'o1', kind: 'defect', lines: [{ itemId: 'l1', quantity: 1 }], note: 'handle broken' }
  const { amount, currency } = (await ben.post('/refunds/quote', wanted)).body
  const started = await ben.post('/refunds', wanted)
  assert.deepEqual([started.body.amount, started.body.currency, started.body.note], [amount, currency, 'handle broken'])
  assertError(await ben.post('/refunds', wanted), 409, 'refund_active')
  assert.equal((await ben.get('/settings/refunds')).body.underWay, 1)
  assertError(await ben.post('/settings/refunds', { frozen: true }), 403, 'not_a_manager')
  assertError(await ben.post('/settings/refunds/secret'), 403, 'not_a_manager')
  assertError(await ben.get('/keys'), 403, 'not_a_manager')
})

test('freezing refunds needs no password, and resuming them does', async (t) => {
  const { api, ada } = await atWork(t)
  api.clock.advance(11 * 60 * 1000)
  assert.equal((await ada.post('/settings/refunds', { frozen: true })).body.frozen, true)
  for (const change of [{ frozen: false }, { frozen: true, autoLimit: 1, limitCurrency: 'EUR' }, {}])
    assertError(await ada.post('/settings/refunds', change), 403, 'password_needed')
})

test('a key of another workspace can neither be seen nor revoked', async (t) => {
  const { api, ada } = await atWork(t)
  const { workspaceId } = await addWorkspace(api.store, 'other', api.clock)
  const eve: Browser = await signedIn({ ...api, workspaceId }, { email: 'eve@shop.example' })
  const [{ id }] = (await ada.get('/keys')).body.keys
  assertError(await eve.post(`/keys/${id}/revoke`), 404, 'no_such_key')
  assert.equal((await api.call('GET', '/ping')).status, 200)
  const { key } = (await eve.post('/keys', { kind: 'secret', name: 'own' })).body
  assert.match(key, /^sk_/)
})

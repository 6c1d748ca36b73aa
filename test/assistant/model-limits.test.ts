import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkModel } from '../../src/assistant/model/check-model.ts'
import { createLimits } from '../../src/assistant/model/limits.ts'
import { getModel } from '../../src/assistant/model/model-settings.ts'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/lib/time.ts'
import { CUSTOMER, startModelShop } from '../support/model-shop.ts'
import { owner, testClock } from '../support/server.ts'

const OBSCURE = 'Yo what gives with that wax thingy'

test('what an endpoint rejects is left out, and remembered', async (t) => {
  const { model, open, say, shop, outcomes } = await startModelShop(t, { change: { use: 'understand' } })
  const { store, workspaceId, sealer } = shop.api
  const learnt = async () => (await getModel(store.read, workspaceId, sealer))?.learnt
  model.always('no_json_schema', 'no_max_tokens')
  model.script.understand = () => ({ commands: [{ name: 'order_status', order: 'O1' }] })
  assert.equal((await say(await open(), OBSCURE)).answered.engine, 'model')
  assert.deepEqual(await learnt(), { format: 'json_object', limit: 'max_completion_tokens' })
  assert.equal(model.requests().length, 3)
  await say(await open(), OBSCURE)
  assert.equal(model.requests().length, 4)
  model.always('no_response_format', 'no_length_limit')
  await say(await open(), OBSCURE)
  assert.deepEqual(await learnt(), { format: 'text', limit: 'none' })
  assert.deepEqual(Object.keys(model.requests().at(-1)?.body ?? {}).sort(), ['messages', 'model'])
  model.always('fenced_json', 'thoughts')
  assert.equal((await say(await open(), OBSCURE)).answered.engine, 'model')
  assert.deepEqual([...new Set(outcomes)], ['understand ok'])
})

test('a fault that may pass is tried once more', async (t) => {
  const { model, open, say, outcomes } = await startModelShop(t, {
    change: { use: 'understand' },
    options: { limitMs: 60_000 },
  })
  for (const fault of ['rate_limited', 'server_error', 'half_body'] as const) {
    model.order(fault)
    await say(await open(), OBSCURE)
    model.order(fault, fault)
    await say(await open(), OBSCURE)
  }
  const failed = ['http_status', 'http_status', 'no_answer'].flatMap((kind) => ['understand ok', `understand ${kind}`])
  assert.deepEqual(outcomes, failed)
})

test('a model that hangs costs the time of one turn, and the rules answer', async (t) => {
  const { model, open, say, outcomes } = await startModelShop(t, { options: { limitMs: 300 } })
  model.always('hang')
  const { answered } = await say(await open(), OBSCURE)
  assert.match(answered.text, /^Hello!/)
  assert.equal(outcomes[0], 'understand timeout')
  assert.ok(model.requests().length <= 1)
})

test('a day has its calls and tokens, and a turn that is refused one is answered by the rules', async (t) => {
  const { model, open, say, shop, set, outcomes } = await startModelShop(t, {
    change: { use: 'understand', callsPerDay: 2 },
  })
  for (let turn = 0; turn < 3; turn++) await say(await open(), OBSCURE)
  assert.deepEqual(outcomes, ['understand ok', 'understand ok', 'none calls_per_day'])
  await set({ callsPerDay: 1_000, tokensPerDay: 1_000 })
  await say(await open(), OBSCURE)
  assert.equal(outcomes.at(-1), 'none tokens_per_day')
  shop.api.clock.advance(24 * HOUR_MS)
  await say(await open(), OBSCURE)
  assert.equal(outcomes.at(-1), 'understand ok')
  assert.equal(model.requests().length, 3)
})

test('a conversation has 30 calls an hour, and five faults in a minute pause the model for five', () => {
  const clock = testClock()
  const limits = createLimits(clock.now)
  const none = { calls: 0, tokensIn: 0, tokensOut: 0 }
  const counted = { workspaceId: 'w', conversationId: 'c', callsPerDay: 1_000, tokensPerDay: 1_000, updatedAt: 1 }
  for (let call = 0; call < 30; call++) {
    assert.equal(limits.refusal(counted, none), null)
    limits.began(counted)
    clock.advance(1_000)
  }
  assert.equal(limits.refusal(counted, none), 'calls_per_conversation')
  const other = { ...counted, conversationId: 'other' }
  assert.equal(limits.refusal(other, none), null)
  clock.advance(HOUR_MS)
  assert.equal(limits.refusal(counted, none), null)
  for (let fault = 0; fault < 5; fault++) {
    assert.equal(limits.refusal(other, none), null)
    limits.failed(other)
    clock.advance(10_000)
  }
  assert.equal(limits.refusal(counted, none), 'breaker')
  assert.equal(limits.refusal({ ...counted, updatedAt: 2 }, none), null)
  clock.advance(5 * MINUTE_MS)
  assert.equal(limits.refusal(counted, none), null)
  // Faults that are further apart are no reason to pause.
  for (let fault = 0; fault < 10; fault++) {
    limits.failed(other)
    clock.advance(20_000)
  }
  assert.equal(limits.refusal(counted, none), null)
  for (let call = 0; call < 1_000; call++) limits.began({ ...counted, conversationId: `c${call}` })
  assert.equal(limits.refusal(other, none), 'calls_per_day')
})

test('personal data, custom, notes and tickets stay on the machine', async (t) => {
  const { model, open, say, set, shop } = await startModelShop(t)
  const personal = [
    'Adelheid',
    'Kowalczyk',
    'adelheid@',
    'private.example',
    '90182736',
    '90 18 27 36',
    'Lindwurmgasse',
    'Oberwimmelbach',
    '91341',
    'JJD000390007882823415',
    'JJD00039 0007882823415',
    'track.example',
    '#1001',
    '1001',
    '1002',
    'CUSTOM-MARKER',
    'NOTE-MARKER',
    'Someone-elses-lamp',
    '4111 1111',
    'Elm Street',
    'neighbor@',
    'Zacharias',
    'sk-model-0123456789',
    'o1"',
    'c1"',
  ]
  const messages = [
    'Yo what gives with that wax thingy',
    'My name is Zacharias Quill, what gives with JJD00039 0007882823415 or JJD000390007882823415',
    `It is kowalczyk, ${CUSTOMER.email}, phone 030 90182736 or +49 (30) 90 18 27 36. Yo?`,
    'Deliver the wax thingy to Lindwurmgasse 7, 91341 Oberwimmelbach or 12 Elm Street or ask neighbor@private.example yo',
    'Yo, card 4111 1111 1111 1111 and order #1001, https://track.example/?id=JJD000390007882823415',
    'Where is my order 1001? What is the tracking number?',
    'How much was 1002? Regards,\nAdelheid Kowalczyk',
  ]
  for (const text of messages) await say(await open(), text)
  await say(await open(null), `Where is my order #1001? ${CUSTOMER.email}`)
  const tickets = ['TICKET-MARKER', 'THREAD-MARKER', 'GIFT-MARKER', 'SHED-MARKER']
  const sent = () => model.requests().map(({ raw }) => raw)
  assert.ok(sent().length >= messages.length)
  for (const marker of [...personal, ...tickets])
    for (const raw of sent()) assert.ok(!raw.toLowerCase().includes(marker.toLowerCase()), `${marker} in ${raw}`)
  for (const { headers } of model.requests())
    assert.deepEqual(Object.keys(headers).sort(), [
      'accept',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ])
  await set({ shareTickets: true })
  await say(await open(), messages[0] ?? '')
  const shared = sent().find((raw) => raw.includes('THREAD-MARKER'))
  assert.ok(shared?.includes('TICKET-MARKER'))
  // Named entries of custom leave, with placeholders in them as in all other texts.
  const visibleCustom = { orders: ['author', 'gift'], shipments: ['dropOff'], products: [] }
  const { store, workspaceId, clock } = shop.api
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { visibleCustom } }, clock.now()))
  model.reset()
  await say(await open(), messages[0] ?? '')
  const [understood = ''] = sent()
  assert.ok(understood.includes('GIFT-MARKER for {{customer.first_name}}'), understood)
  model.reset()
  await say(await open(), 'Where is my order 1001?')
  await say(await open(), 'What did I buy in 1001?')
  assert.ok(sent().some((raw) => raw.includes('SHED-MARKER')) && sent().some((raw) => raw.includes('GIFT-MARKER')))
  for (const marker of personal)
    for (const raw of [understood, ...sent()]) assert.ok(!raw.toLowerCase().includes(marker.toLowerCase()), marker)
  for (const marker of personal) assert.ok(!shared?.toLowerCase().includes(marker.toLowerCase()), marker)
})

test('check-model says what works at an endpoint, and what a turn costs', async (t) => {
  const { model, shop } = await startModelShop(t)
  const { services, api } = shop
  const policy = { allowPrivate: false, allowEndpoints: [model.hostPort] }
  const all = { ...services, outbound: { ...services.outbound, policy } }
  model.always('no_json_schema')
  model.script.understand = () => ({ commands: [{ name: 'order_status', order: 'O2' }] })
  const check = await checkModel(all, api.workspaceId)
  assert.deepEqual(check?.accepts, { format: 'json_object', limit: 'max_tokens' })
  assert.deepEqual(
    check?.steps.map(({ step, isOk }) => [step, isOk]),
    [
      ['understand', true],
      ['compose', true],
    ],
  )
  assert.deepEqual([check?.calls, (check?.tokensIn ?? 0) > 500], [3, true])
  model.always('invented_amount', 'not_found')
  assert.deepEqual(
    (await checkModel(all, api.workspaceId))?.steps.map(({ isOk, found }) => [isOk, found]),
    [
      [false, '404 model not found'],
      [false, '404 model not found'],
    ],
  )
})

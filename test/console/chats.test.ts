import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { listChats } from '../../src/console/chats/list.ts'
import { createConversation } from '../../src/conversations/conversations.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { MAX_SAVED } from '../../src/conversations/saved-replies.ts'
import { positionAt } from '../../src/lib/ids.ts'
import { orderHead } from '../../src/lookup/story/order.ts'
import { parcelHead } from '../../src/lookup/story/parcel.ts'
import { orderCard } from '../../src/tools/order-card.ts'
import { viewOrder } from '../../src/tools/order-view.ts'
import { assertError, type Browser, signedIn } from '../support/console.ts'
import { plansOf } from '../support/query-plans.ts'
import { owner, startServer } from '../support/server.ts'
import { AUTOMATIC, ORDER, startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { type Page, startWidget } from '../support/widget.ts'

const say = (page: Page, text: string) => page.call('POST', '/messages', { json: { text } })

/** A server whose assistant is off, the widget of its workspace, and an agent. */
async function start(t: TestContext) {
  const api = await startServer(t)
  const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  return { api, widget: await startWidget(api), ben }
}

const listed = async (browser: Browser, query = '') =>
  (await browser.get(`/chats${query}`)).body.data.map(({ id }: { id: string }) => id)

test('chats that wait come first, who has waited longest before all others, page by page and by filter', async (t) => {
  const { api, widget, ben } = await start(t)
  const { store, workspaceId, clock } = api
  const ids: string[] = []
  for (const customerId of ['c1', undefined, 'c3', 'c4', undefined]) {
    const page = await widget.open(customerId)
    clock.advance(1_000)
    await say(page, `I am ${customerId ?? 'a guest'}`)
    ids.push(page.conversationId)
  }
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids
  const trial = await store.write((tx) => createConversation(tx, { workspaceId, trial: true }, clock.now()))
  await store.write((tx) => reply(tx, owner, { workspaceId, id: trial.id, text: 'only a trial' }, clock.now()))
  await ben.post(`/chats/${first}/reply`, { text: 'Hi!' })
  await ben.post(`/chats/${third}/reply`, { text: 'Hi!' })
  await ben.post(`/chats/${fourth}/close`)
  assert.deepEqual(await listed(ben), [second, fifth, third, first])
  assert.deepEqual(await listed(ben, '?show=all'), [second, fifth, fourth, third, first])
  assert.deepEqual(await listed(ben, '?show=waiting'), [second, fifth])
  assert.deepEqual(await listed(ben, '?show=human'), [third, first])
  assert.deepEqual(await listed(ben, '?show=closed'), [fourth])
  assert.deepEqual(await listed(ben, '?who=guests'), [second, fifth])
  assert.deepEqual(await listed(ben, '?show=all&who=verified'), [fourth, third, first])
  const paged: string[] = []
  for (let cursor = ''; ; ) {
    const { data, nextCursor } = (await ben.get(`/chats?show=all&limit=2${cursor}`)).body
    paged.push(...data.map(({ id }: { id: string }) => id))
    if (nextCursor === null) break
    cursor = `&cursor=${nextCursor}`
  }
  assert.deepEqual(paged, [second, fifth, fourth, third, first])
  assert.equal((await ben.get('/chats?cursor=x')).status, 400)
})

test('a filter finds a chat behind thousands of others, and reads none of them for it', async (t) => {
  const { api, widget, ben } = await start(t)
  const { store, workspaceId, clock } = api
  const [guest, customer] = [await widget.open(), await widget.open('c1')]
  for (const page of [guest, customer]) await say(page, 'I was here first')
  const newer = Array.from(
    { length: 2_500 },
    (_, index) => `conv_${positionAt(clock.now() + 1_000 + index)}${'0'.repeat(15)}`,
  )
  await store.write(async (tx) => {
    await tx.run("UPDATE conversations SET waiting_since = NULL, mode = 'assistant'")
    await tx.many(
      `INSERT INTO conversations (id, workspace_id, customer_id, trial, created_at, mode, last_event)
       VALUES (?, ?, 'c2', 0, 0, 'assistant', ?)`,
      newer.map((id) => [id, workspaceId, id.slice(5)]),
    )
  })
  assert.deepEqual(await listed(ben, '?who=guests'), [guest.conversationId])
  assert.deepEqual(await listed(ben, '?unread=true'), [customer.conversationId, guest.conversationId])
  const asked = { workspaceId, memberId: ben.memberId, show: 'all', isUnread: false, limit: 50 } as const
  const plans = await plansOf(store.read, (reader) => listChats(reader, asked))
  const ranges = [...plans.values()].flat().filter((line) => line.includes('USING INDEX conversations_of_'))
  assert.equal(ranges.length, 8)
  assert.ok(ranges.every((line) => line.startsWith('SEARCH')))
})

test('each member has their own mark of what is read', async (t) => {
  const { api, widget, ben } = await start(t)
  const ada = await signedIn(api, { email: 'ada2@shop.example' })
  const page = await widget.open('c1')
  const id = page.conversationId
  await say(page, 'one')
  const { body } = await say(page, 'two')
  const unread = async (browser: Browser) => (await browser.get(`/chats/${id}`)).body.chat.unread
  assert.deepEqual([await unread(ben), await unread(ada)], [2, 2])
  assert.equal((await ben.post(`/chats/${id}/read`, { entryId: body.id })).status, 204)
  assert.deepEqual([await unread(ben), await unread(ada)], [0, 2])
  assert.deepEqual([await listed(ben, '?unread=true'), await listed(ada, '?unread=true')], [[], [id]])
  // A mark of the future hides nothing of what comes.
  await ada.post(`/chats/${id}/read`, { entryId: `msg_${'z'.repeat(23)}` })
  await say(page, 'three')
  assert.deepEqual([await unread(ben), await unread(ada)], [1, 1])
  assert.equal((await ben.post(`/chats/${id}/read`, { entryId: 'x' })).status, 400)
})

test('a thread has messages, notes, modes and refunds in order; the customer never sees a note', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  const page = await (await startWidget(api)).open('c1')
  const id = page.conversationId
  await say(page, 'My mug is broken')
  assert.equal((await ben.post(`/chats/${id}/note`, { text: 'She is angry: SECRET' })).status, 200)
  await ben.post(`/chats/${id}/take`)
  const refund = await shop.offer({ conversationId: id })
  const { id: sent } = (await ben.post(`/chats/${id}/reply`, { text: 'Sorry!' }, { 'idempotency-key': 'k1' })).body
  assert.equal((await ben.post(`/chats/${id}/reply`, { text: 'Sorry!' }, { 'idempotency-key': 'k1' })).body.id, sent)
  const { entries, waitingRefunds, hasMore } = (await ben.get(`/chats/${id}`)).body
  type Entry = {
    kind: string
    text: string | null
    mode: string | null
    name: string | null
    refund: { status: string }
  }
  assert.deepEqual(
    entries.map(({ kind, text, mode, name, refund }: Entry) => [kind, text ?? mode ?? refund?.status, name]),
    [
      ['message', 'My mug is broken', null],
      ['mode', 'waiting', null],
      ['note', 'She is angry: SECRET', 'ben'],
      ['mode', 'human', 'ben'],
      ['refund', 'awaiting_customer', 'assistant'],
      ['message', 'Sorry!', 'ben'],
    ],
  )
  assert.deepEqual([hasMore, waitingRefunds.map((one: { id: string }) => one.id)], [false, [refund.id]])
  assert.doesNotMatch((await page.call('GET', '/conversation')).text, /SECRET/)
  assertError(await ben.post(`/chats/${id}/note`, { text: '' }), 400, 'note_text')
  // A page that was read before the refund would cancel it unseen.
  const refused = await ben.post(`/chats/${id}/close`, { cancels: [] })
  assertError(refused, 409, 'refunds_wait')
  assert.deepEqual(refused.body.data.refunds, [{ id: refund.id, amount: 1_250, currency: 'EUR' }])
  assert.equal((await shop.look(refund.id)).status, 'awaiting_customer')
  assert.equal((await ben.post(`/chats/${id}/close`, { cancels: [refund.id] })).status, 204)
  assert.equal((await shop.look(refund.id)).status, 'cancelled')
  await say(page, 'Hello again')
  const { next } = (await ben.get(`/chats/${id}`)).body
  assert.equal((await ben.get(`/chats/${next}`)).body.follows, id)
  assertError(await ben.post(`/chats/${id}/reply`, { text: 'Late' }), 409, 'followed')
})

test('a long thread is read in parts, without a gap', async (t) => {
  const { api, widget, ben } = await start(t)
  const page = await widget.open('c1')
  const { store, workspaceId, clock } = api
  const id = page.conversationId
  const expected = Array.from({ length: 130 }, (_, n) => (n === 60 ? 'x'.repeat(9_000) : `${n}`))
  await store.write(async (tx) => {
    for (const text of expected) await reply(tx, owner, { workspaceId, id, text }, clock.now())
  })
  const found: string[] = []
  for (let before = ''; ; ) {
    const { entries, hasMore } = (await ben.get(`/chats/${id}${before}`)).body
    found.unshift(
      ...entries.filter(({ kind }: { kind: string }) => kind === 'message').map(({ text }: { text: string }) => text),
    )
    if (!hasMore) break
    before = `?before=${entries[0].id}`
  }
  assert.deepEqual(found, expected)
})

test('beside a chat is its customer, with segments, orders, shipments, tickets and earlier chats', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  await shop.set(AUTOMATIC)
  const ada = await signedIn(api)
  await api.push('customers', [
    { id: 'c1', updatedAt: 1_000, firstName: 'Ada', email: 'ada@example.com', tags: ['vip'] },
  ])
  await api.push('shipments', [{ id: 's1', updatedAt: 1_000, orderId: 'o1', carrier: 'DHL', status: 'in_transit' }])
  await api.push('tickets', [{ id: 't1', updatedAt: 1_000, customerId: 'c1', subject: 'Old mug', messages: [] }])
  const rule = { all: [{ field: 'tag', op: '=', value: 'vip' }] }
  await api.call('POST', '/segments', { json: { name: 'VIPs', rule } })
  const widget = await startWidget(api)
  const page = await widget.open('c1')
  await say(page, 'Hello?')
  await ada.post(`/chats/${page.conversationId}/close`)
  await say(page, 'Again')
  const { conversationId } = (await page.call('GET', '/conversation')).body
  const side = async () => (await ada.get(`/chats/${conversationId}`)).body.side
  await until(async () => (await side()).customer.segments.length === 1)
  const { customer, orders, tickets, chats } = await side()
  assert.deepEqual([customer.email, customer.tags, customer.segments[0].name], ['ada@example.com', ['vip'], 'VIPs'])
  assert.deepEqual([orders[0].id, orders[0].shipments[0].carrier, tickets[0].subject], ['o1', 'DHL', 'Old mug'])
  assert.deepEqual(
    chats.map(({ id, mode }: { id: string; mode: string }) => [id, mode]),
    [[page.conversationId, 'closed']],
  )
  const guest = await widget.open()
  const nothing = { customer: null, orders: [], tickets: [], chats: [] }
  assert.deepEqual((await ada.get(`/chats/${guest.conversationId}`)).body.side, nothing)
})

test('a customer with a first and a last name has a name in lists, beside a chat and in saved replies', async (t) => {
  const { api, widget, ben } = await start(t)
  const ada = { id: 'c1', updatedAt: 1_000, firstName: 'Ada', lastName: 'Lovelace' }
  await api.push('customers', [
    { ...ada, email: 'ada@example.com' },
    { ...ada, id: 'c2', firstName: '' },
  ])
  await api.push('orders', [{ id: 'o1', updatedAt: 1_000, customerId: 'c1' }])
  await ben.post('/saved-replies', { title: 'Hello', text: 'Dear {customer.name}' })
  const { conversationId } = await widget.open('c1')
  const { chat, side } = (await ben.get(`/chats/${conversationId}`)).body
  assert.deepEqual([chat.name, side.customer.name], ['Ada Lovelace', 'Ada Lovelace'])
  const [reply] = (await ben.get(`/chats/${conversationId}/saved-replies`)).body.data
  assert.equal(reply.filled, 'Dear Ada Lovelace')
  assert.equal((await ben.get('/data/orders')).body.data[0].about, 'Ada Lovelace')
  assert.equal((await ben.get('/orders?named=o1')).body.data[0].customerName, 'Ada Lovelace')
  const other = await widget.open('c2')
  assert.equal((await ben.get(`/chats/${other.conversationId}`)).body.chat.name, 'Lovelace')
})

test('an order is the same beside a chat, beside a refund and in what the assistant reads', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const ada = await signedIn(api)
  const times = { placedAt: '2026-02-20T10:00:00.000Z', deliveredAt: '2026-02-26T10:00:00.000Z' }
  const paid = { number: '#1001', status: 'partially_shipped', paymentStatus: 'paid', total: 3_900, currency: 'EUR' }
  await api.push('orders', [
    { id: 'o7', updatedAt: 1_000, customerId: 'c1', email: 'ada@shop.example', ...paid, ...times },
  ])
  await api.push('shipments', [
    { id: 's7', updatedAt: 1_000, orderId: 'o7', status: 'lost', trackingUrl: 'https://carrier.example/7' },
  ])
  const page = await (await startWidget(api)).open('c1')
  await say(page, 'Where is it?')
  const { orders: beside } = (await ada.get(`/chats/${page.conversationId}`)).body.side
  const inChat = beside.find(({ id }: { id: string }) => id === 'o7')
  const [{ order: found }] = (await ada.get('/orders?named=o7')).body.data
  const { row } = (await ada.get('/data/orders?q=1001')).body.data.map((row: object) => ({ row }))[0]
  const [order, parcel] = [(await api.call('GET', '/orders/o7')).body, (await api.call('GET', '/shipments/s7')).body]
  const read = viewOrder(order, [parcel], { orders: [], shipments: [], products: [] })
  const head = { ...paid, ...times, customerId: 'c1', refundedTotal: null }
  for (const shown of [inChat, found, orderHead(order)]) assert.deepEqual({ ...shown, ...head }, shown)
  const { customerId: _, paymentStatus: __, ...seen } = head
  assert.deepEqual({ ...read, ...seen }, read)
  assert.deepEqual([row.payment, row.amount, row.at], ['paid', 3_900, times.placedAt])
  const [inSide, inTools] = [inChat.shipments[0], read.shipments[0]]
  assert.deepEqual(inSide, parcelHead(parcel))
  assert.deepEqual({ ...inTools, ...inSide }, inTools)
  // A lost parcel has left the shop.
  const steps = orderCard(read).steps.map(({ step, isDone }) => `${step} ${isDone}`)
  assert.deepEqual(steps, ['placed true', 'shipped true', 'delivered false'])
})

test('beside the chat of a guest are the orders that they proved, with parcels and refunds, and whether another can be started', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const { store, workspaceId } = api
  await shop.set(AUTOMATIC)
  const ada = await signedIn(api)
  await api.push('orders', [{ ...ORDER, id: 'o2', customerId: 'c2', number: '#1442', updatedAt: 2_000 }])
  await api.push('shipments', [{ id: 's1', updatedAt: 1_000, orderId: 'o1', carrier: 'DHL', status: 'in_transit' }])
  const { conversationId: id } = await (await startWidget(api)).open()
  await store.write((tx) =>
    tx.many('INSERT INTO guest_proofs (conversation_id, workspace_id, order_id, proved_at) VALUES (?, ?, ?, 1)', [
      [id, workspaceId, 'o1'],
      [id, workspaceId, 'gone'],
    ]),
  )
  const about = (order: string) =>
    store.write((tx) => tx.run(`UPDATE conversations SET state = json_object('orderId', ?) WHERE id = ?`, order, id))
  await about('o1')
  const refund = await shop.start({ orderId: 'o1' })
  const orders = async () => (await ada.get(`/chats/${id}`)).body.side.orders
  const [order, ...others] = await orders()
  assert.deepEqual(others, [])
  assert.deepEqual([order.id, order.isProved, order.isAbout, order.shipments[0].carrier], ['o1', true, true, 'DHL'])
  assert.deepEqual(
    order.refunds.map(({ id, status, amount }: { id: string; status: string; amount: number }) => [id, status, amount]),
    [[refund.id, 'awaiting_customer', refund.amount]],
  )
  assert.equal(order.refundBlock.reason, 'refund_active')
  await ada.post(`/refunds/${refund.id}/cancel`, { reason: 'changed his mind' })
  assert.equal((await orders())[0].refundBlock, null)
  // What was spoken about, but was not proved in this chat, stays out of it.
  await about('o2')
  assert.deepEqual(
    (await orders()).map(({ id, isAbout }: { id: string; isAbout: boolean }) => [id, isAbout]),
    [['o1', false]],
  )
  await shop.set({ enabled: false })
  assert.equal((await orders())[0].refundBlock.reason, 'refunds_off')
})

test('other chats of a customer are named by what the customer said last, wherever they are listed', async (t) => {
  const { api, widget, ben } = await start(t)
  await api.push('customers', [{ id: 'c1', updatedAt: 1_000, name: 'Ada Lovelace' }])
  await api.push('orders', [{ id: 'o1', updatedAt: 1_000, number: '#1441', customerId: 'c1' }])
  const before = await widget.open('c1')
  await say(before, 'Where is my scarf?')
  await ben.post(`/chats/${before.conversationId}/reply`, { text: 'It arrives today.' })
  await ben.post(`/chats/${before.conversationId}/close`)
  const { id } = await api.store.write((tx) =>
    createConversation(tx, { workspaceId: api.workspaceId, customerId: 'c1' }, api.clock.now()),
  )
  await ben.post(`/chats/${id}/reply`, { text: 'Hello Ada!' })
  const texts = (chats: { id: string; text: string }[]) => new Map(chats.map((chat) => [chat.id, chat.text]))
  assert.equal(texts((await ben.get(`/chats/${id}`)).body.side.chats).get(before.conversationId), 'Where is my scarf?')
  const shown = texts((await ben.get('/data/orders/o1')).body.story.chats)
  assert.equal(shown.get(before.conversationId), 'Where is my scarf?')
  // Before the customer has written, it is the last message.
  assert.equal(shown.get(id), 'Hello Ada!')
  const { entries } = (await ben.get('/customers/c1/timeline')).body
  const titles = entries.map(({ title }: { title: string | null }) => title)
  assert.ok(titles.includes('Where is my scarf?'), titles)
})

test('saved replies are filled with what is known of a chat', async (t) => {
  const { api, widget, ben } = await start(t)
  await api.push('customers', [{ id: 'c1', updatedAt: 1_000, name: 'Ada Lovelace' }])
  await api.push('orders', [{ id: 'o1', updatedAt: 1_000, number: '#1441', customerId: 'c1' }])
  const text = 'Dear {customer.firstName}, {order.number} is here: {order.tracking}. {agent.name}, {shop.name} {x}'
  await ben.post('/saved-replies', { title: 'Tracking', text })
  const { conversationId } = await widget.open('c1')
  const filled = async (id: string) => (await ben.get(`/chats/${id}/saved-replies`)).body.data[0]
  const first = await filled(conversationId)
  assert.equal(first.filled, 'Dear Ada, #1441 is here: {order.tracking}. ben, shop {x}')
  assert.deepEqual([first.text, first.missing], [text, ['order.tracking']])
  const parcel = { id: 's1', updatedAt: 1_000, orderId: 'o1', carrier: 'DHL', trackingNumber: 'JD1' }
  await api.push('shipments', [parcel])
  assert.match((await filled(conversationId)).filled, /here: DHL JD1\. ben/)
  await api.push('shipments', [{ ...parcel, updatedAt: 2_000, trackingUrl: 'https://dhl.example/JD1' }])
  assert.match((await filled(conversationId)).filled, /here: https:\/\/dhl\.example\/JD1\. ben/)
  const guest = await widget.open()
  assert.deepEqual((await filled(guest.conversationId)).missing, [
    'customer.firstName',
    'order.number',
    'order.tracking',
  ])
  const refused = await ben.post('/saved-replies', { title: 'Wrong', text: 'Hi {customer.nickname}' })
  assertError(refused, 400, 'placeholder')
  assert.match(refused.text, /\{customer\.firstName\}/)
})

test('an agent reads why the assistant wrote a message', async (t) => {
  const { api } = await startShop(t)
  const ada = await signedIn(api)
  const { store, workspaceId, clock } = api
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  const page = await (await startWidget(api)).open('c1')
  await say(page, 'Where is my order?')
  const entries = async () => (await ada.get(`/chats/${page.conversationId}`)).body.entries
  await until(async () => (await entries()).length === 2)
  const [asked, answered] = await entries()
  const why = (await ada.get(`/chats/${page.conversationId}/why/${answered.id}`)).body
  assert.deepEqual([why.commands[0].name, why.facts[0].source, why.verdict], ['order_status', 'orders/o1', 'answered'])
  const tools = (calls: { tool: string }[]) => calls.map(({ tool }) => tool)
  assert.deepEqual(tools(why.calls), ['list_orders', 'get_order', 'list_refunds'])
  // At the same time, as the clock stands still.
  await say(page, 'When can I return something?')
  await until(async () => (await entries()).length === 4)
  const { id } = (await entries())[3]
  const next = (await ada.get(`/chats/${page.conversationId}/why/${id}`)).body
  assert.ok(next.calls.length > 0 && !tools(next.calls).includes('list_orders'), JSON.stringify(next.calls))
  assertError(await ada.get(`/chats/${page.conversationId}/why/${asked.id}`), 404, 'no_such_turn')
})

test('a chat whose last message is about a refund begins with that message', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  await shop.set(AUTOMATIC)
  const ada = await signedIn(api)
  const page = await (await startWidget(api)).open('c1')
  await say(page, 'My mug is broken')
  await shop.offer({ conversationId: page.conversationId })
  const { actionId, amount, currency } = (await page.call('GET', '/conversation')).body.refund
  await page.call('POST', `/refunds/${actionId}/confirm`, { json: { amount, currency } })
  const last = async () => (await page.call('GET', '/conversation')).body.messages.at(-1)
  await until(async () => (await last()).author === 'system')
  const { text, sentAt } = await last()
  assert.match(text, /^Your refund of .+ has been made\.$/)
  for (const query of ['', '?show=waiting', '?show=all&unread=true']) {
    const [chat] = (await ada.get(`/chats${query}`)).body.data
    assert.deepEqual([chat?.author, chat?.text, chat?.at], ['system', text, sentAt], query)
  }
  assert.equal((await ada.get(`/chats/${page.conversationId}`)).body.chat.text, text)
})

test('agents share saved replies, up to 200', async (t) => {
  const { api, ben } = await start(t)
  const save = (title: string, text: string) => ben.post('/saved-replies', { title, text })
  await save('Welcome', 'Hello!')
  const { id } = (await save('Broken', 'Sorry!')).body
  assert.equal((await save('Broken', 'So sorry!')).body.id, id)
  const list = async () => (await ben.get('/saved-replies')).body.data
  assert.deepEqual(
    (await list()).map(({ title, text }: { title: string; text: string }) => [title, text]),
    [
      ['Broken', 'So sorry!'],
      ['Welcome', 'Hello!'],
    ],
  )
  assert.equal((await ben.post(`/saved-replies/${id}/delete`)).status, 204)
  assertError(await ben.post(`/saved-replies/${id}/delete`), 404, 'no_such_saved_reply')
  await api.store.write((tx) =>
    tx.many(
      `INSERT INTO saved_replies (id, workspace_id, title, text, updated_by, updated_at) VALUES (?, ?, ?, 'x', 'x', 1)`,
      Array.from({ length: MAX_SAVED - 1 }, (_, n) => [`rep_${n}`, api.workspaceId, `n ${n}`]),
    ),
  )
  assertError(await save('One too many', 'x'), 409, 'too_many_saved_replies')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../src/assistant/answer.ts'
import { nextTurn } from '../../src/lib/gate.ts'
import { randomFrom } from '../../src/sample-shop/repeatable.ts'
import { sampleShop } from '../../src/sample-shop/shop.ts'
import type { Reader } from '../../src/store/store.ts'
import { readCatalog } from '../../src/tools/catalog.ts'
import { findOrders, getOrder } from '../../src/tools/orders.ts'
import { proveOrder } from '../../src/tools/prove-order.ts'
import { trialDesk } from '../../src/tools/refund-desk.ts'
import { listRefunds, offerRefundTool } from '../../src/tools/refunds.ts'
import { defaultAssistantSettings } from '../../src/tools/settings.ts'
import { useTool } from '../../src/tools/tool.ts'
import { createAsker, SHOP_TIME, sampleAssistant, unlimited } from '../support/assistant.ts'

const PAIRS = Number(process.env.PAIRS ?? 200)
const QUESTIONS = [
  (number: string) => `Where is my order ${number}?`,
  (number: string) => `wo ist meine bestellung ${number}`,
  (number: string) => `tracking number of order ${number}`,
  (number: string) => `order ${number} never arrived`,
  (number: string) => `what was in order ${number}`,
  (number: string) => `combien a coûté la commande ${number}`,
  (number: string) => `refund order ${number}`,
  (number: string) => `where is my refund for order ${number}`,
  (number: string) => `cancela el pedido ${number}`,
  (number: string) => `change the address of order ${number}`,
]

/** All that a customer may notice of an answer, without the number that was named. */
function noticed({ text, facts, choices, handOver, offer, state, commands }: Answer, number: string): string {
  const { misses, orderId, pending, sameNumber } = state
  const all = JSON.stringify({
    text,
    facts,
    choices,
    handOver,
    offer,
    misses,
    orderId,
    pending,
    sameNumber,
    names: commands.map(({ name }) => name),
  })
  return all.replaceAll(number, 'NUMBER').replaceAll(number.slice(1), 'NUMBER')
}

test('somebody else’s order looks like no order, in every answer', async (t) => {
  const shop = await sampleAssistant(t)
  const ask = await createAsker(shop)
  const { orders, customers } = sampleShop()
  const random = randomFrom(Number(process.env.SEED ?? 5))
  for (let pair = 0; pair < PAIRS; pair++) {
    const customer = random.pick(customers as [(typeof customers)[0], ...typeof customers])
    const order = random.pick(orders as [(typeof orders)[0], ...typeof orders])
    if (order.customerId === customer.id) continue
    const question = random.pick(QUESTIONS as [(typeof QUESTIONS)[0], ...typeof QUESTIONS])
    const nowhere = `#9${order.number.slice(2)}`
    const isGuest = random.chance(0.3)
    const proof = isGuest ? ` ${customer.email}` : ''
    const who = isGuest ? null : customer.id
    const [others, none] = [
      noticed(await ask(who, question(order.number) + proof), order.number),
      noticed(await ask(who, question(nowhere) + proof), nowhere),
    ]
    assert.equal(others, none)
  }
})

/** Remembers what is asked of the database. */
function watched(read: Reader): { read: Reader; statements: string[] } {
  const statements: string[] = []
  const watching: Reader = {
    get: (sql, ...values) => {
      statements.push(sql)
      return read.get(sql, ...values)
    },
    all: (sql, ...values) => {
      statements.push(sql)
      return read.all(sql, ...values)
    },
    until: (isEnd, sql, ...values) => {
      statements.push(sql)
      return read.until(isEnd, sql, ...values)
    },
  }
  return { read: watching, statements }
}

test('to guests, somebody else’s order looks like no order: the same words after the same work', async (t) => {
  const shop = await sampleAssistant(t)
  const { read, statements } = watched(shop.store.read)
  const watchedShop = { store: { ...shop.store, read }, workspaceId: shop.workspaceId }
  const random = randomFrom(Number(process.env.SEED ?? 8))
  const { orders, customers } = sampleShop()
  for (const guestOrders of ['number_and_email', 'number_and_postcode'] as const) {
    const ask = await createAsker(watchedShop, { guestOrders })
    for (let pair = 0; pair < PAIRS / 2; pair++) {
      const order = random.pick(orders as [(typeof orders)[0], ...typeof orders])
      const other = random.pick(customers as [(typeof customers)[0], ...typeof customers])
      if (other.email === order.email) continue
      const question = random.pick(QUESTIONS as [(typeof QUESTIONS)[0], ...typeof QUESTIONS])
      const proof = guestOrders === 'number_and_email' ? other.email : 'postcode ZZ9 9ZZ'
      const inTwo = random.chance(0.5)
      const tell = async (number: string) => {
        statements.length = 0
        const first = await ask(null, inTwo ? question(number) : `${question(number)} ${proof}`)
        const last = inTwo ? await ask(null, proof, first.state) : first
        return { text: noticed(last, number), isTried: last.tried !== null, statements: [...statements] }
      }
      const [others, none] = [await tell(order.number), await tell(`#9${order.number.slice(2)}`)]
      assert.equal(others.text, none.text)
      // Postcodes are not indexed, so that another order is read where there is none.
      if (guestOrders === 'number_and_email') assert.deepEqual(others.statements, none.statements)
    }
  }
})

test('to guests, an address without orders looks like one with orders: the same words after the same rows', async (t) => {
  const shop = await sampleAssistant(t)
  const { read, statements } = watched(shop.store.read)
  const ask = await createAsker({ store: { ...shop.store, read }, workspaceId: shop.workspaceId })
  const random = randomFrom(11)
  const { customers } = sampleShop()
  let counted = 0
  const counting: Reader = {
    ...read,
    all: async <Row>(sql: string, ...values: Parameters<Reader['all']>[1][]) => {
      const rows = await read.all<Row>(sql, ...values)
      if (sql.startsWith('SELECT id, number FROM orders')) counted += rows.length
      return rows
    },
  }
  const askCounting = await createAsker({ store: { ...shop.store, read: counting }, workspaceId: shop.workspaceId })
  for (let pair = 0; pair < PAIRS / 20; pair++) {
    const { email } = random.pick(customers as [(typeof customers)[0], ...typeof customers])
    const tell = async (address: string) => {
      statements.length = 0
      const { text, tried } = await ask(null, `Where is my order #91234567? ${address}`)
      const asked = [...statements]
      counted = 0
      await askCounting(null, `Where is my order #91234567? ${address}`)
      return { text, isTried: tried !== null, asked, counted }
    }
    assert.deepEqual(await tell(email ?? ''), await tell('nobody@nowhere.example'))
  }
})

test('somebody else’s order looks like no order, to every tool', async (t) => {
  const { store, workspaceId } = await sampleAssistant(t)
  const { read } = store
  const { orders, customers } = sampleShop()
  const random = randomFrom(6)
  const catalog = await readCatalog(read, workspaceId)
  for (let pair = 0; pair < PAIRS / 4; pair++) {
    const customer = random.pick(customers as [(typeof customers)[0], ...typeof customers])
    const order = random.pick(orders as [(typeof orders)[0], ...typeof orders])
    if (order.customerId === customer.id) continue
    const asker = { workspaceId, customerId: customer.id, provenOrders: new Set<string>() }
    const desk = trialDesk(read, () => SHOP_TIME)
    const context = {
      read,
      now: SHOP_TIME,
      asker,
      settings: defaultAssistantSettings,
      catalog,
      desk,
      guests: unlimited,
      onCall: () => {},
      pause: nextTurn,
    }
    const results = async (id: string, number: string) => [
      await useTool(getOrder, context, { id }),
      await useTool(findOrders, context, { numbers: [number] }),
      await useTool(listRefunds, context, { orderId: id }),
      await useTool(offerRefundTool, context, { orderId: id, lines: [], kind: 'defect' }),
      await useTool(proveOrder, context, { number, match: customer.email }),
    ]
    assert.deepEqual(await results(order.id, order.number), await results('order-none', '#99999'))
  }
})

test('guests may use no tool for customers', async (t) => {
  const { store, workspaceId } = await sampleAssistant(t)
  const calls: string[] = []
  const context = {
    read: store.read,
    now: SHOP_TIME,
    asker: { workspaceId, customerId: null, provenOrders: new Set<string>() },
    settings: defaultAssistantSettings,
    catalog: await readCatalog(store.read, workspaceId),
    desk: trialDesk(store.read, () => SHOP_TIME),
    guests: unlimited,
    pause: nextTurn,
    onCall: ({ outcome }: { outcome: string }) => void calls.push(outcome),
  }
  await assert.rejects(useTool(findOrders, context, { numbers: ['#1441'] }), { reason: 'sign_in' })
  await assert.rejects(useTool(listRefunds, context, { orderId: 'order-1441' }), { reason: 'sign_in' })
  assert.equal(await useTool(getOrder, context, { id: 'order-1441' }), null)
  assert.deepEqual(calls, ['refused', 'refused', 'ok'])
})

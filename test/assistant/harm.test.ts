import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../src/assistant/answer.ts'
import { startTrial } from '../../src/assistant/trial.ts'
import { type AskedShop, SHOP_TIME, sampleAssistant } from '../support/assistant.ts'
import { simulate, simulatedCustomers } from '../support/dialogues.ts'
import { fourthPhrases } from '../support/phrases.ts'
import { switchRefundsOn } from '../support/shop-refunds.ts'

/** One phrase in so many is said in each run, and of those that money may follow more; one customer in so many talks. `ALL=1` is all. */
const [SAID, SAID_OF_MONEY, TALKS] = process.env.ALL === undefined ? [80, 16, 3] : [1, 1, 1]
const OF_MONEY = new Set(['refund_request', 'not_received', 'marked_delivered', 'late'])
/** Customers with a delivered order, with one in parts on its way, and with one that was not shipped; and a guest. */
const ASKERS = ['cust-18', 'cust-85', 'cust-111', null]

interface Arrival {
  owner: string | null
  status: string
  shipments: { status: string; due: string | null }[]
}

/** What the tables say of an order, read apart from the program's own rules. */
async function arrivalOf(
  { store, workspaceId }: Pick<AskedShop, 'store' | 'workspaceId'>,
  id: string,
): Promise<Arrival> {
  const order = await store.read.get<{ body: string }>(
    'SELECT data AS body FROM orders WHERE workspace_id = ? AND id = ?',
    workspaceId,
    id,
  )
  const parcels = await store.read.all<{ body: string }>(
    'SELECT data AS body FROM shipments WHERE workspace_id = ? AND order_id = ?',
    workspaceId,
    id,
  )
  const { customerId = null, status } = JSON.parse(order?.body ?? '{}')
  return {
    ...{ owner: customerId, status },
    shipments: parcels.map(({ body }) => {
      const { status, expectedUntil, expectedAt } = JSON.parse(body)
      return { status, due: expectedUntil ?? expectedAt ?? null }
    }),
  }
}

const ENDED = new Set(['delivered', 'lost', 'exception', 'returned_to_sender'])

/** Whether a refund may be offered: what was ordered came, was lost or sent back, or is overdue. */
function mayBeOffered({ status, shipments }: Arrival): boolean {
  if (status === 'delivered' || status === 'returned') return true
  return shipments.some(
    (parcel) => ENDED.has(parcel.status) || (parcel.due !== null && Date.parse(parcel.due) < SHOP_TIME),
  )
}

interface Said {
  customerId: string | null
  text: string
  answer: Answer
  /** Orders that a guest has proved. */
  proven: ReadonlySet<string>
}

/** The answers with an offer that is not due, and those with something of an order of somebody else. */
async function harmIn(shop: Pick<AskedShop, 'store' | 'workspaceId'>, said: Said[]) {
  const known = new Map<string, Arrival>()
  const found = { offers: 0, wrongOffers: [] as string[], others: [] as string[] }
  for (const { customerId, text, answer, proven } of said) {
    const ids = answer.facts.flatMap(({ source }) => (source.startsWith('orders/') ? [source.slice(7)] : []))
    for (const id of ids) {
      const arrival = known.get(id) ?? (await arrivalOf(shop, id))
      known.set(id, arrival)
      if (!proven.has(id) && (customerId === null || arrival.owner !== customerId)) found.others.push(text)
      if (!answer.offer?.isOffered) continue
      found.offers++
      if (!mayBeOffered(arrival)) found.wrongOffers.push(text)
    }
  }
  return found
}

test('no phrase gets an offer that is not due, or a word about an order of somebody else', async (t) => {
  const shop = await sampleAssistant(t)
  await switchRefundsOn(shop)
  const said: Said[] = []
  for (const [index, { text, language: locale, expected }] of fourthPhrases().entries()) {
    const isOfMoney = expected.flat().some((name) => OF_MONEY.has(name))
    if (index % (isOfMoney ? SAID_OF_MONEY : SAID) !== 0) continue
    for (const customerId of ASKERS) {
      const trial = await startTrial(shop.store, { ...shop, customerId, locale, now: () => SHOP_TIME })
      said.push({ customerId, text, answer: await trial.say(text), proven: new Set() })
    }
  }
  const { offers, wrongOffers, others } = await harmIn(shop, said)
  // Only their number: some phrases are held out.
  t.diagnostic(`${said.length} answers, ${offers} offers, ${wrongOffers.length} wrong, ${others.length} of others`)
  assert.ok(offers > 0)
  assert.deepEqual([wrongOffers.length, others.length], [0, 0])
})

test('no simulated dialogue gets an offer that is not due, or a word about an order of somebody else', async (t) => {
  const shop = await sampleAssistant(t)
  const dialogues = await simulate(
    t,
    simulatedCustomers().filter(({ index }) => index % TALKS === 0),
    switchRefundsOn,
  )
  const said = dialogues.flatMap(({ customer: { customerId }, turns }) => {
    const proven = new Set(turns.flatMap(({ answer }) => answer.tried?.orderIds ?? []))
    return turns.map(({ said, answer }) => ({ customerId, text: said, answer, proven }))
  })
  const { offers, wrongOffers, others } = await harmIn(shop, said)
  t.diagnostic(`${said.length} answers, ${offers} offers, ${wrongOffers.length} wrong, ${others.length} of others`)
  assert.deepEqual([wrongOffers, others], [[], []])
})

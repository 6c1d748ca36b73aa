import type { TestContext } from 'node:test'
import type { Answer } from '../../src/assistant/answer.ts'
import { speechOf } from '../../src/assistant/languages/speech.ts'
import { DAY_MS } from '../../src/lib/time.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push } from '../../src/objects/push.ts'
import { orders } from '../../src/objects/types/order.ts'
import { products } from '../../src/objects/types/product.ts'
import { shipments } from '../../src/objects/types/shipment.ts'
import { insertRefund, moveRefund, noFacts } from '../../src/refunds/move.ts'
import { hooks } from '../../src/serve/features.ts'
import { createAsker, SHOP_TIME, sampleAssistant } from './assistant.ts'
import { owner } from './server.ts'
import { switchRefundsOn } from './shop-refunds.ts'
import { type Sided, sidesOf } from './sides.ts'

const ITEMS = [
  { id: 'scarf', title: 'Wool scarf', options: { Size: 'One size', Color: 'Brick' } },
  { id: 'mug', title: 'Ceramic mug', options: { Size: 'Large', Color: 'Blue' } },
  { id: 'shirt', title: 'Linen shirt', options: { Size: 'Medium', Color: 'White' } },
  { id: 'shoe', title: 'Trail running shoe', options: { Size: '42', Color: 'Red' } },
]
const OTHER = {
  ...{ id: 'o2', updatedAt: SHOP_TIME, number: '7002', placedAt: SHOP_TIME - 2 * DAY_MS, status: 'processing' },
  ...{ currency: 'EUR', total: 5_600 },
  items: [{ id: 'teapot', productId: 'p-teapot', title: 'Teapot', quantity: 1, unitPrice: 5_600 }],
}
const REFUNDED = 1_234

/** How far order 7001 is. Times in days from now. */
export interface State {
  status: string
  parcel?: { status: string; due?: number }
  /** A refund was made a minute ago. */
  isRefunded?: boolean
  /** The customer also has order 7002, of which nothing was refunded. */
  hasOther?: boolean
}

type Ask = (text: string) => Promise<Answer>

/** Customer c1 with order 7001 of four items, and refunds on. */
async function askAbout(t: TestContext, { status, parcel, isRefunded = false, hasOther = false }: State): Promise<Ask> {
  const shop = await sampleAssistant(t, { seeded: false })
  const { store, workspaceId } = shop
  await switchRefundsOn(shop)
  const items = ITEMS.map(({ id, title, options }) => {
    const ids = { id, productId: `p-${id}`, variantId: `v-${id}` }
    return { ...ids, title, variantTitle: Object.values(options).join(' / '), quantity: 1, unitPrice: 1_000 }
  })
  const order = { id: 'o1', updatedAt: SHOP_TIME, number: '7001', customerId: 'c1', placedAt: SHOP_TIME - 9 * DAY_MS }
  await store.write(async (tx) => {
    const money = { currency: 'EUR', total: 4_000 }
    await push(
      tx,
      { resource: orders, workspaceId, hooks },
      [prepare(orders, { ...order, ...money, items, status })],
      SHOP_TIME,
    )
    if (hasOther)
      await push(
        tx,
        { resource: orders, workspaceId, hooks },
        [prepare(orders, { ...OTHER, customerId: 'c1' })],
        SHOP_TIME,
      )
    const sold = ITEMS.map(({ id, title, options }) =>
      prepare(products, { id: `p-${id}`, updatedAt: 1, title, variants: [{ id: `v-${id}`, options, stock: 9 }] }),
    )
    await push(tx, { resource: products, workspaceId, hooks }, sold, SHOP_TIME)
    if (parcel) {
      const { due, ...fields } = parcel
      const times = due === undefined ? {} : { estimatedDeliveryAt: SHOP_TIME + due * DAY_MS }
      const sent = { id: 's1', updatedAt: 1, orderId: 'o1', carrier: 'DHL', ...fields, ...times }
      await push(tx, { resource: shipments, workspaceId, hooks }, [prepare(shipments, sent)], SHOP_TIME)
    }
    if (!isRefunded) return
    const refund = await insertRefund(
      tx,
      {
        ...{ id: 'act_1', workspaceId, orderId: 'o1', customerId: 'c1', conversationId: null, trial: false },
        ...{ kind: 'defect', note: null, lines: [], mode: 'execute', amount: REFUNDED, currency: 'EUR' },
        ...{ startedBy: 'agent', basis: '' },
      },
      { on: 'started_by_agent', actor: owner },
      SHOP_TIME - 120_000,
    )
    const facts = { ...noFacts, isAutomatic: true }
    const ordered = await moveRefund(tx, refund, { on: 'customer_confirmed', actor: owner }, SHOP_TIME - 60_000, facts)
    if (ordered) await moveRefund(tx, ordered, { on: 'answered_succeeded', actor: owner }, SHOP_TIME - 60_000)
  })
  const ask = await createAsker(shop)
  return (text) => ask('c1', text)
}

/** A phrase with its answer, and whether that is on the right side of the line. */
export interface JudgedSide {
  phrase: Sided
  isRight: boolean
  answer: Answer
}

async function judgeAll(
  phrases: Sided[],
  ask: Ask,
  isRight: (answer: Answer, phrase: Sided) => boolean,
): Promise<JudgedSide[]> {
  const judged: JudgedSide[] = []
  for (const phrase of phrases) {
    const answer = await ask(phrase.text)
    judged.push({ phrase, answer, isRight: isRight(answer, phrase) })
  }
  return judged
}

const isFrom = ({ facts }: Answer, start: string) => facts.some(({ source }) => source.startsWith(start))
const isAboutOrder = (answer: Answer) => isFrom(answer, 'orders/o1')
const isOffered = ({ offer }: Answer) => offer?.isOffered === true

/** Who misses an order gets an offer or people; who asks how far it is gets that, without pity, money or people. */
export async function judgeMissing(t: TestContext): Promise<JudgedSide[]> {
  const ask = await askAbout(t, { status: 'delivered', parcel: { status: 'delivered' } })
  return judgeAll(sidesOf('missing'), ask, (answer, { side }) => {
    const { offer, handOver, text, language } = answer
    if (side === 'missed') return isOffered(answer) || handOver !== null
    const isPitied = text.includes(speechOf(language).says.sorry)
    return isAboutOrder(answer) && offer === null && handOver === null && !isPitied
  })
}

/** The item that a phrase names is offered, and none if it names none. */
export async function judgeItems(t: TestContext): Promise<JudgedSide[]> {
  const ask = await askAbout(t, { status: 'delivered' })
  return judgeAll(sidesOf('items'), ask, (answer, { side }) => {
    const lines = answer.facts.flatMap(({ values }) => (Array.isArray(values.lines) ? values.lines : []))
    const named = lines.map(({ itemId }) => itemId).join()
    return side === 'none' ? lines.length !== 1 : isOffered(answer) && named === side
  })
}

const IN_TIME: State[] = [
  { status: 'processing' },
  { status: 'shipped' },
  { status: 'shipped', parcel: { status: 'in_transit', due: 2 } },
  { status: 'shipped', parcel: { status: 'out_for_delivery', due: 0 } },
]
const DUE: State[] = [
  { status: 'delivered' },
  { status: 'shipped', parcel: { status: 'lost' } },
  { status: 'shipped', parcel: { status: 'in_transit', due: -2 } },
]

/** A wish for money back is met with an offer if the order is due, and with its state and the question for people if it is in time. */
export async function judgeWanted(t: TestContext): Promise<JudgedSide[]> {
  const judged: JudgedSide[] = []
  const wanted = (side: string) => sidesOf('wanted').map((phrase) => ({ ...phrase, side }))
  for (const [isDue, states] of [
    [true, DUE],
    [false, IN_TIME],
  ] as const)
    for (const state of states)
      judged.push(
        ...(await judgeAll(wanted(isDue ? 'due' : 'in time'), await askAbout(t, state), (answer) => {
          const isAsked = answer.state.pending?.about === 'person' && answer.handOver === null
          return isAboutOrder(answer) && (isDue ? isOffered(answer) : !isOffered(answer) && isAsked)
        })),
      )
  return judged
}

/** What was refunded a minute ago is in each answer about the order and in no other answer. For agents, it is in every hand-over. */
export async function judgeAbout(t: TestContext): Promise<JudgedSide[]> {
  const state = { status: 'delivered', isRefunded: true }
  const phrases = Map.groupBy(sidesOf('about'), ({ side }) => (side === 'other' ? 'other' : 'first'))
  const first = await judgeAll(phrases.get('first') ?? [], await askAbout(t, state), isRightAbout)
  const other = await judgeAll(
    phrases.get('other') ?? [],
    await askAbout(t, { ...state, hasOther: true }),
    isRightAbout,
  )
  return [...first, ...other]
}

function isRightAbout(answer: Answer, { side, text: asked }: Sided): boolean {
  const { text, handOver } = answer
  const isSaid = /12[.,]34/.test(text)
  const isInSummary = handOver === null || handOver.summary.includes('€12.34')
  // Neither the amount nor the state of the refund.
  const isUnsaid = !isSaid && !isFrom(answer, 'refunds/')
  if (side === 'elsewhere') return isUnsaid && isInSummary
  // The title of its item is in one language: who names the item in another is asked what is meant.
  const isFound = isFrom(answer, 'orders/o2') || !asked.includes('7002')
  if (side === 'other') return isUnsaid && isInSummary && isFound && !isAboutOrder(answer)
  return isInSummary && (isSaid || (side === 'people' && handOver !== null))
}

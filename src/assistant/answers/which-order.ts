import { DAY_MS } from '../../lib/time.ts'
import { plainNumber } from '../../objects/find/filter.ts'
import type { ViewedOrder } from '../../tools/order-view.ts'
import { findOrders, findTracked, getOrder, listOrders } from '../../tools/orders.ts'
import { useTool } from '../../tools/tool.ts'
import type { Choice, ConversationState } from '../answer.ts'
import type { Command } from '../commands/command.ts'
import { ask, type Draft, sayNoHelp } from '../draft.ts'
import { namedItems } from '../named-items.ts'
import { ownNamed } from '../own-numbers.ts'
import { createAmountFinder } from '../understand/amounts.ts'
import { daysIn } from '../understand/days.ts'
import { numbersIn } from '../understand/numbers.ts'
import { ordersOfGuest } from './guest-order.ts'
import { nameAmong, withTitles } from './name-order.ts'

/**
 * Which of several orders a command is about if it names none: those that are underway, those that arrived lately, or those that were not
 * cancelled or sent back.
 */
export type Preferred = 'underway' | 'delivered' | 'sent' | null

const BACK = new Set(['cancelled', 'refunded', 'returned'])
const ENDED = new Set(['delivered', ...BACK])
/** Who misses a parcel that is reported as delivered means one of this time. */
const RECENT_MS = 90 * DAY_MS
const LAST_ORDER = /(?<!\p{L})(last|latest|newest|most recent|letzte[nrms]?|derni[eè]re?|[uú]ltim[oa])(?!\p{L})/iu
/** Orders with one number that are answered together; of more the customer has to choose. */
const MOST_TOGETHER = 3

/** The order that a command is about. Null if it is not known: then the question is asked, or the reason is said. */
export async function whichOrder(
  draft: Draft,
  command: Command,
  prefers: Preferred = null,
): Promise<ViewedOrder | null> {
  const meant = await ordersMeant(draft, command, prefers)
  if (meant.found.length > 1) askWhich(draft, command, meant)
  const [order] = meant.found.length === 1 ? await opened(draft, meant) : []
  return order ?? null
}

/**
 * The orders that a command is about which only wants to hear of them: of two orders with one number both are meant. Empty if it is not
 * known which.
 */
export async function whichOrders(draft: Draft, command: Command, prefers: Preferred = null): Promise<ViewedOrder[]> {
  const meant = await ordersMeant(draft, command, prefers)
  const { found } = meant
  const numbers = new Set(found.map(({ number }) => plainNumber(number)))
  if (found.length > 0 && found.length <= MOST_TOGETHER && numbers.size === 1) return opened(draft, meant)
  if (found.length > 0) askWhich(draft, command, meant)
  return []
}

/** Says something of each order. Parcels of two orders may need the same sentence. */
export function sayOfEach(draft: Draft, orders: ViewedOrder[], sayOf: (order: ViewedOrder) => void): void {
  for (const order of orders) {
    const before = draft.lines
    draft.lines = []
    sayOf(order)
    draft.lines = [...before, ...draft.lines]
  }
}

/** Orders that a command may be about, and those among which the customer has to know them. */
interface Meant {
  found: ViewedOrder[]
  own: ViewedOrder[]
}

async function ordersMeant(draft: Draft, command: Command, prefers: Preferred): Promise<Meant> {
  if (draft.tools.asker.customerId !== null) return ownOrders(draft, command, prefers)
  const own = await ordersOfGuest(draft, command)
  return { found: await ofThese(draft, command, own), own }
}

/** The orders with their parcels. What is said next may be about them, too. */
async function opened(draft: Draft, { found, own }: Meant): Promise<ViewedOrder[]> {
  const { tools, state, speech } = draft
  state.orderId = found[0]?.id ?? null
  state.sameNumber = found.slice(1).map(({ id }) => id)
  const orders: ViewedOrder[] = []
  for (const { id } of found) {
    const order = await useTool(getOrder, tools, { id })
    if (order) orders.push({ ...order, number: nameAmong(own, order, speech) })
  }
  for (const order of orders) draft.orders.add(order)
  return orders
}

async function ownOrders(draft: Draft, command: Command, prefers: Preferred): Promise<Meant> {
  const { tools, speech, state, message } = draft
  const numbers = [command.text, message].map((text) => numbersIn(text, tools.catalog.written))
  const written = numbers.find((some) => some.length > 0) ?? []
  const isChosen = command.orderId !== undefined
  const byNumber = written.length > 0 && !isChosen ? await useTool(findOrders, tools, { numbers: written }) : []
  if (byNumber.length > 0) {
    const found = await ofThese(draft, command, byNumber.sort(newestFirst))
    return { found, own: byNumber }
  }
  const own = await useTool(listOrders, tools, {})
  const chosen = own.filter(({ id }) => id === command.orderId)
  const named = chosen.length > 0 ? chosen : ownNamed(own, command.text, written)
  if (named.length > 0) return { found: await ofThese(draft, command, named), own }
  const [wrong] = written
  if (wrong !== undefined) {
    const tracked = await useTool(findTracked, tools, { numbers: written })
    if (tracked.length > 0) return { found: tracked, own }
    sayNoHelp(draft, speech.says.noSuchOrder(wrong))
    return { found: [], own }
  }
  if (own.length === 0) {
    sayNoHelp(draft, speech.says.noOrders)
    return { found: [], own }
  }
  if (command.isNumberUnknown) {
    const open = own.filter(({ status }) => !ENDED.has(status ?? ''))
    return { found: open.length === 1 ? open : own, own }
  }
  const likely = await narrowed(own, command, prefers, draft)
  if (likely.length === 1) return { found: likely, own }
  if (LAST_ORDER.test(command.text)) return { found: own.slice(0, 1), own }
  const current = spokenOf(own, state)
  return { found: current.length > 0 ? current : likely, own }
}

function newestFirst(one: ViewedOrder, other: ViewedOrder): number {
  return Date.parse(other.placedAt ?? other.updatedAt) - Date.parse(one.placedAt ?? one.updatedAt)
}

/** The orders that were spoken of last. */
function spokenOf(own: ViewedOrder[], { orderId, sameNumber }: ConversationState): ViewedOrder[] {
  return own.filter(({ id }) => id === orderId || sameNumber.includes(id))
}

/** Of orders that a number names, the ones with an item that the message names, or of its day. */
async function ofThese(draft: Draft, { text, orderId }: Command, orders: ViewedOrder[]): Promise<ViewedOrder[]> {
  if (orders.length < 2) return orders
  const chosen = orders.filter(({ id }) => id === orderId)
  if (chosen.length > 0) return chosen
  return withNamedItems(ofDayOrAmount(orders, text, draft), text, draft)
}

/** The orders of a day or with a total that the message names; all of them if it names none of theirs. */
function ofDayOrAmount(orders: ViewedOrder[], text: string, { message, speech }: Draft): ViewedOrder[] {
  const said = `${text}\n${message}`
  const days = daysIn(said, speech.months)
  const hasAmount = createAmountFinder(said)
  const ofDay = orders.filter(({ placedAt }) => {
    const at = new Date(placedAt ?? Number.NaN)
    return days.some(({ day, month }) => day === at.getUTCDate() && month === at.getUTCMonth() + 1)
  })
  const likely = ofDay.length > 0 ? ofDay : orders
  const ofAmount = likely.filter(
    ({ total, currency }) => total !== null && currency !== null && hasAmount(total, currency),
  )
  return ofAmount.length > 0 ? ofAmount : likely
}

/** The orders of whose items the message names the most words; all of them if it names none. */
async function withNamedItems(orders: ViewedOrder[], text: string, draft: Draft): Promise<ViewedOrder[]> {
  const { message, asked, speech, tools } = draft
  const said = { lexicon: speech.lexicon, text: `${text} ${message}`, reply: asked === 'order' ? message : null }
  const named = await namedItems(
    said,
    orders.flatMap(({ items }) => items),
    tools,
  )
  const naming = orders.map((order) => {
    const found = new Set(order.items.flatMap((item) => [...(named.get(item) ?? [])]))
    return { order, count: found.size }
  })
  const most = Math.max(...naming.map(({ count }) => count))
  return most > 0 ? naming.filter(({ count }) => count === most).map(({ order }) => order) : orders
}

/** The orders with an item that the message names; of those, the ones that are underway if the command is about that. */
async function narrowed(
  own: ViewedOrder[],
  { text }: Command,
  prefers: Preferred,
  draft: Draft,
): Promise<ViewedOrder[]> {
  const { now } = draft.tools
  const named = await withNamedItems(ofDayOrAmount(own, text, draft), text, draft)
  // A day or an amount says which one, however far it is.
  if (named.length === 1) return named
  const delivered = named.filter((order) => order.status === 'delivered' && !isLongAgo(order, now))
  if (prefers === 'delivered' && delivered.length > 0) return delivered
  // What was cancelled or sent back is not waited for.
  const sent = named.filter(({ status }) => !BACK.has(status ?? ''))
  if (prefers === 'sent' && sent.length > 0) return sent
  const underway = named.filter(({ status }) => !ENDED.has(status ?? ''))
  return (prefers === 'underway' || prefers === 'delivered') && underway.length > 0 ? underway : named
}

function isLongAgo({ deliveredAt, placedAt, updatedAt }: ViewedOrder, now: number): boolean {
  return now - Date.parse(deliveredAt ?? placedAt ?? updatedAt) > RECENT_MS
}

function askWhich(draft: Draft, command: Command, { found, own }: Meant): void {
  const { says, date } = draft.speech
  const { isNumberUnknown = false } = command
  const choices = found.map((order): Choice => {
    const { number, placedAt } = order
    const name = nameAmong(own, order, draft.speech)
    const plain = says.orderChoice(number, placedAt && date(placedAt))
    const label = name !== number ? name : isNumberUnknown ? withTitles(plain, order) : plain
    return { label, text: name }
  })
  ask(draft, 'order', command, isNumberUnknown ? says.whichOfYours : says.whichOrder, choices)
  if (draft.state.pending) draft.state.pending.orderIds = found.map(({ id }) => id)
  // A guest who has proved them chooses by the next message.
  if (draft.tools.asker.customerId !== null) return
  draft.state.orderId = found[0]?.id ?? null
  draft.state.sameNumber = found.slice(1).map(({ id }) => id)
}

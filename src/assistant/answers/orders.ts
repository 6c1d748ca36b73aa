import { DAY_MS } from '../../lib/time.ts'
import { isOverdue } from '../../refunds/arrival.ts'
import type { ViewedOrder, ViewedShipment } from '../../tools/order-view.ts'
import { showOrder } from '../cards.ts'
import { addFact, type Draft, say, sayAge, sayCustom } from '../draft.ts'
import type { Templates } from '../languages/language.ts'
import { isPlainNews } from '../languages/plain-news.ts'

export function itemsOf({ items }: Pick<ViewedOrder, 'items'>): string {
  return items.map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title)).join(', ')
}

/** Says how far an order is that is in time, until when it is due, and that no refund can be offered before that. */
export function sayNotDue(draft: Draft, order: ViewedOrder): void {
  const { says, day } = draft.speech
  const due = order.shipments.flatMap(({ expectedUntil, expectedAt }) => expectedUntil ?? expectedAt ?? []).sort()
  if (order.status === 'cancelled') {
    sayStatus(draft, order)
    say(draft, says.offerRefused.refused(order.number))
    return
  }
  const last = order.shipments.length > 0 && due.length === order.shipments.length ? due.at(-1) : undefined
  sayStatus(draft, order, { withoutDay: last !== undefined })
  say(draft, says.notDue(last === undefined ? null : day(last, draft.tools.now)))
}

/**
 * Says the status of an order and of its parcels.
 *
 * @param options `withoutDay`: not when they are expected
 */
export function sayStatus(draft: Draft, order: ViewedOrder, { withoutDay = false } = {}): void {
  showState(draft, order)
  if (sayInOne(draft, order, withoutDay)) return
  say(draft, stateOf(draft, order))
  order.shipments.forEach((shipment, index) => {
    sayShipment(draft, order, shipment, { position: order.shipments.length > 1 ? index + 1 : null, withoutDay })
    if (!withoutDay) sayOverdue(draft, shipment)
    sayLastEvent(draft, shipment)
  })
  if (order.status !== 'delivered') sayAge(draft, newest(order))
}

/** Says in one line how far an order is, without its parcels. */
export function sayState(draft: Draft, order: ViewedOrder): void {
  showState(draft, order)
  say(draft, stateOf(draft, order))
}

function showState(draft: Draft, order: ViewedOrder): void {
  showOrder(draft, order)
  addFact(draft, `orders/${order.id}`, { number: order.number, status: order.status }, order.updatedAt)
}

function stateOf({ speech: { says } }: Draft, { number, status }: ViewedOrder): string {
  return (says.order[(status ?? 'unknown') as keyof Templates['order']] ?? says.order.unknown)(number)
}

/** Orders of which one sentence says everything: delivered on a day, or with one parcel that is on its way. */
function sayInOne(draft: Draft, order: ViewedOrder, withoutDay: boolean): boolean {
  const { says, day } = draft.speech
  const { number, status, shipments } = order
  const [parcel, ...others] = shipments
  if (others.length > 0) return false
  const deliveredAt = parcel ? parcel.deliveredAt : order.deliveredAt
  const isDelivered = status === 'delivered' && (!parcel || parcel.status === 'delivered')
  if (isDelivered && deliveredAt) {
    if (parcel) addParcel(draft, order, parcel)
    const at = day(deliveredAt, draft.tools.now)
    const carrier = parcel?.carrier ?? null
    const [item, ...more] = order.items
    if (item?.quantity === 1 && more.length === 0) say(draft, says.arrivedItem(number, at, carrier, item.title))
    else say(draft, says.arrived(number, at, carrier))
    if (parcel) sayCustom(draft, parcel.custom)
    return true
  }
  const words = says.underway[(parcel?.status ?? '') as keyof Templates['underway']]
  if (!parcel || !words || status !== 'shipped') return false
  addParcel(draft, order, parcel)
  say(draft, words(number, parcel.carrier, withoutDay ? null : dueOf(draft, parcel)))
  if (!withoutDay) sayOverdue(draft, parcel)
  sayCustom(draft, parcel.custom)
  sayLastEvent(draft, parcel)
  sayAge(draft, newest(order))
  return true
}

/** When a parcel is expected; null if that is not known, or has passed. */
function dueOf({ speech, tools }: Draft, shipment: ViewedShipment): string | null {
  const { says } = speech
  const { expectedAt, expectedUntil } = shipment
  if (!expectedAt || isShipmentOverdue(shipment, tools.now)) return null
  const [from, until] = [expectedAt, expectedUntil ?? expectedAt].map((at) => speech.day(at, tools.now))
  return from === until ? says.onDay(from ?? '') : says.betweenDays(from ?? '', until ?? '')
}

/** Says that a parcel is late, and by how many days, also if nothing was heard of it for long. */
function sayOverdue(draft: Draft, shipment: ViewedShipment): void {
  const { speech, tools } = draft
  const due = shipment.expectedUntil ?? shipment.expectedAt
  if (due === null || !isShipmentOverdue(shipment, tools.now)) return
  const days = Math.floor((tools.now - Date.parse(due)) / DAY_MS)
  if (days > 0) say(draft, speech.says.overdue(speech.day(due, tools.now), days))
}

function addParcel(draft: Draft, order: ViewedOrder, shipment: ViewedShipment): void {
  const { status, carrier, expectedAt, expectedUntil, deliveredAt, custom } = shipment
  const values = { ...custom, order: order.number, status, carrier, expectedAt, expectedUntil, deliveredAt }
  addFact(draft, `shipments/${shipment.id}`, values, order.updatedAt)
}

function sayShipment(
  draft: Draft,
  order: ViewedOrder,
  shipment: ViewedShipment,
  { position, withoutDay }: { position: number | null; withoutDay: boolean },
): void {
  const { says, day } = draft.speech
  const { status, carrier, deliveredAt, custom } = shipment
  addParcel(draft, order, shipment)
  const words = says.shipment[(status ?? 'unknown') as keyof Templates['shipment']] ?? says.shipment.unknown
  const arrivedAt = deliveredAt && says.onDay(day(deliveredAt, draft.tools.now))
  const due = withoutDay ? null : dueOf(draft, shipment)
  say(draft, words(says.parcel(carrier, position), status === 'delivered' ? arrivedAt : due))
  sayCustom(draft, custom)
}

function sayLastEvent(draft: Draft, { status, lastEvent }: ViewedShipment): void {
  const { says, date } = draft.speech
  if (status === 'delivered' || !lastEvent || isPlainNews(lastEvent.description ?? '', status ?? '')) return
  const what = [lastEvent.description, lastEvent.place].filter(Boolean).join(', ')
  if (what !== '') say(draft, says.lastEvent(date(lastEvent.at), what))
}

/** By the same rule as refunds. */
export function isShipmentOverdue({ status, expectedAt, expectedUntil }: ViewedShipment, now: number): boolean {
  const at = (iso: string | null) => (iso === null ? null : Date.parse(iso))
  return isOverdue({ status, expectedAt: at(expectedAt), expectedUntil: at(expectedUntil) }, now)
}

function newest({ updatedAt, shipments }: ViewedOrder): string {
  return shipments.reduce(
    (latest, { lastEvent }) => (lastEvent && lastEvent.at > latest ? lastEvent.at : latest),
    updatedAt,
  )
}

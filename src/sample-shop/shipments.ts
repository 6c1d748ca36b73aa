import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts'
import type { SampleAddress } from './customers.ts'
import type { SampleItem, SampleOrder } from './orders.ts'
import { iso, NOW, type Random } from './repeatable.ts'

interface SampleEvent {
  id: string
  occurredAt: string
  status: string
  description: string
  city: string
  country: string
}

export interface SampleShipment {
  id: string
  updatedAt: string
  orderId: string
  status: string
  carrier: string
  service: string
  trackingNumber: string
  trackingUrl: string
  shippedAt?: string
  estimatedDeliveryAt: string
  deliveredAt?: string
  destination: SampleAddress
  items: { itemId: string; quantity: number }[]
  events: SampleEvent[]
}

/** The number of orders that are shipped in two parcels. */
const SPLIT = 8
const HOME = { city: 'Wien', country: 'AT' }
const CARRIERS = ['Post AT', 'DHL', 'DPD', 'GLS'] as const
const DESCRIPTIONS: Record<string, string> = {
  label_created: 'Shipping label printed',
  in_transit: 'On its way',
  delayed: 'Delayed at the sorting centre',
  exception: 'Recipient not at home, brought to the pick-up point',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  lost: 'Could not be found in a search',
  returned_to_sender: 'Not collected, on the way back',
}

/** The parcels of all orders to be shipped, except the newest: 450 in total. */
export function sampleShipments(random: Random, orders: SampleOrder[], unshipped: number): SampleShipment[] {
  const waiting = orders.slice(0, -unshipped).filter(({ status }) => status === 'processing')
  const several = waiting.filter(({ items }) => items.length > 1)
  const split = new Set(
    Array.from({ length: SPLIT }, (_, part) => several[Math.floor(((part + 1) * several.length) / SPLIT) - 1]),
  )
  let number = 0
  return waiting.flatMap((order) => {
    const parcels = split.has(order) ? [order.items.slice(0, 1), order.items.slice(1)] : [order.items]
    return parcels.map((items, index) => sampleShipment(random, ++number, order, items, index * 2 * DAY_MS))
  })
}

function sampleShipment(
  random: Random,
  number: number,
  order: SampleOrder,
  items: SampleItem[],
  delay: number,
): SampleShipment {
  const isExpress = order.shippingMethod === 'Express'
  const carrier = random.pick(CARRIERS)
  const trackingNumber = `${carrier.slice(0, 2).toUpperCase()}${random.int(1_000_000_000, 9_999_999_999)}${order.shippingAddress.country}`
  const packing = random.int(2, isExpress ? 8 : 26) * HOUR_MS
  const labelledAt = Math.min(Date.parse(order.placedAt) + packing + delay, NOW - HOUR_MS)
  const shippedAt = labelledAt + random.int(1, 10) * HOUR_MS
  const days = isExpress ? random.int(1, 2) : random.int(2, 5)
  const events = journey(random, { number, order, labelledAt, shippedAt, days })
  const last = events.at(-1)
  return {
    id: `ship-${number}`,
    updatedAt: iso(askedAt(number, last, labelledAt)),
    orderId: order.id,
    status: last?.status ?? 'label_created',
    carrier,
    service: isExpress ? 'Express' : 'Parcel',
    trackingNumber,
    trackingUrl: `https://track.example/${trackingNumber}`,
    ...(shippedAt <= NOW ? { shippedAt: iso(shippedAt) } : {}),
    estimatedDeliveryAt: iso(shippedAt + days * DAY_MS),
    ...(last?.status === 'delivered' ? { deliveredAt: last.occurredAt } : {}),
    destination: order.shippingAddress,
    items: items.map(({ id, quantity }) => ({ itemId: id, quantity })),
    events,
  }
}

const ARRIVED = new Set(['delivered', 'lost', 'returned_to_sender'])

/** When the shop last asked the carrier: for parcels on their way several times a day. */
function askedAt(number: number, last: SampleEvent | undefined, labelledAt: number): number {
  const changedAt = last === undefined ? labelledAt : Date.parse(last.occurredAt)
  if (last !== undefined && ARRIVED.has(last.status)) return changedAt
  return Math.max(changedAt, NOW - (1 + (number % 6)) * HOUR_MS)
}

interface Trip {
  number: number
  order: SampleOrder
  labelledAt: number
  shippedAt: number
  days: number
}

/** The events of a shipment until now. */
function journey(random: Random, { number, order, labelledAt, shippedAt, days }: Trip): SampleEvent[] {
  const { city, country } = order.shippingAddress
  const arrival = shippedAt + days * DAY_MS
  const steps: [number, string, { city: string; country: string }][] = [
    [labelledAt, 'label_created', HOME],
    [shippedAt, 'in_transit', HOME],
  ]
  const late = random.chance(0.08) ? random.int(1, 4) * DAY_MS : 0
  if (late > 0) steps.push([arrival - 12 * HOUR_MS, 'delayed', { city, country }])
  if (random.chance(0.008)) steps.push([arrival + 14 * DAY_MS, 'lost', { city, country }])
  else {
    steps.push([arrival + late - 5 * HOUR_MS, 'out_for_delivery', { city, country }])
    const isMissed = random.chance(0.05)
    const collected = arrival + late + random.int(1, 5) * DAY_MS
    if (isMissed) steps.push([arrival + late, 'exception', { city, country }])
    if (isMissed && random.chance(0.3)) steps.push([collected + 7 * DAY_MS, 'returned_to_sender', { city, country }])
    else
      steps.push([
        isMissed ? collected : arrival + late + random.int(0, 90) * MINUTE_MS,
        'delivered',
        { city, country },
      ])
  }
  return steps
    .filter(([time]) => time <= NOW)
    .map(([time, status, place], index) => ({
      id: `event-${number}-${index + 1}`,
      occurredAt: iso(time),
      status,
      description: DESCRIPTIONS[status] ?? status,
      ...place,
    }))
}

const RETURN_SHARE = 0.06
/** Returns are older than this: the parcel must come back first. */
const RETURN_AFTER = 14 * DAY_MS

/** The orders, updated with the state of their shipments. */
export function ordersAfterShipping(random: Random, orders: SampleOrder[], shipments: SampleShipment[]): SampleOrder[] {
  const byOrder = Map.groupBy(shipments, ({ orderId }) => orderId)
  return orders.map((order) => {
    const parcels = byOrder.get(order.id)
    return parcels ? afterShipping(random, order, parcels) : order
  })
}

function afterShipping(random: Random, order: SampleOrder, parcels: SampleShipment[]): SampleOrder {
  const statuses = parcels.map(({ status }) => status)
  const updated = Math.max(...parcels.map(({ updatedAt }) => Date.parse(updatedAt)))
  const refund = { paymentStatus: 'refunded', refundedTotal: order.total }
  const seen = { ...order, updatedAt: iso(updated) }
  if (statuses.includes('lost')) return { ...seen, ...refund, status: 'refunded' }
  if (statuses.includes('returned_to_sender')) return { ...seen, ...refund, status: 'returned' }
  if (statuses.every((status) => status === 'delivered')) {
    const delivered = { ...seen, status: 'delivered', deliveredAt: iso(updated) }
    const returnedAt = updated + random.int(5, 13) * DAY_MS
    const isReturned = random.chance(RETURN_SHARE) && updated + RETURN_AFTER <= NOW
    return isReturned ? { ...delivered, ...refund, status: 'returned', updatedAt: iso(returnedAt) } : delivered
  }
  const isPacked = statuses.map((status) => status === 'label_created')
  if (!isPacked.includes(true)) return { ...seen, status: 'shipped' }
  return { ...seen, status: isPacked.includes(false) ? 'partially_shipped' : 'processing' }
}

import type { Order, Shipment } from '../../client/objects.ts'
import type { Stored } from '../../client/reads.ts'
import type { ShownObject } from '../../objects/find/read.ts'
import {
  addressLine,
  dateRow,
  type FactRow,
  joined,
  linkRow,
  type ParcelStep,
  pageAddress,
  type Section,
  stepNames,
  textRow,
} from './section.ts'

export type StoredShipment = Stored<Shipment>
export type TrackingEvent = NonNullable<StoredShipment['events']>[number]

/** The step that a parcel has reached by its status, or by that of an event. */
const REACHED: Record<string, number> = {
  label_created: 0,
  in_transit: 1,
  delayed: 1,
  exception: 1,
  lost: 1,
  returned_to_sender: 1,
  out_for_delivery: 2,
  delivered: 3,
}

/** Whether a parcel with this status has left the shop. */
export function hasLeft(status: string | null): boolean {
  return status !== null && (REACHED[status] ?? 0) > 0
}

/** What is said of a parcel wherever it is named. Null: the shop has pushed none. Times are ISO 8601. */
export interface ParcelHead {
  id: string
  status: string | null
  carrier: string | null
  trackingNumber: string | null
  /** A page of the carrier: only `http` and `https`. */
  trackingUrl: string | null
  expectedAt: string | null
  /** The end of the window. */
  expectedUntil: string | null
  deliveredAt: string | null
}

export function parcelHead(shipment: ShownObject): ParcelHead {
  const { id, status, carrier, trackingNumber, trackingUrl, ...times } = shipment as StoredShipment
  const { estimatedDeliveryAt, estimatedDeliveryUntil, deliveredAt } = times
  return {
    id,
    status: status ?? null,
    carrier: carrier ?? null,
    trackingNumber: trackingNumber ?? null,
    trackingUrl: pageAddress(trackingUrl),
    expectedAt: estimatedDeliveryAt ?? null,
    expectedUntil: estimatedDeliveryUntil ?? null,
    deliveredAt: deliveredAt ?? null,
  }
}

/** The events, oldest first; shops may send them in any order. */
export function eventsInOrder(events: TrackingEvent[] = []): TrackingEvent[] {
  return events.toSorted((one, other) =>
    one.occurredAt < other.occurredAt ? -1 : one.occurredAt > other.occurredAt ? 1 : 0,
  )
}

/** How far a parcel is. A step before the one that it has reached is done, also if nobody reported it. */
export function stepsOf({ status, shippedAt, deliveredAt, events }: StoredShipment): ParcelStep[] {
  const seen = eventsInOrder(events)
  const firstAt = (step: number) => seen.find((event) => event.status && REACHED[event.status] === step)?.occurredAt
  const times = [firstAt(0), shippedAt ?? firstAt(1), firstAt(2), deliveredAt ?? firstAt(3)]
  const reached = Math.max(
    status ? (REACHED[status] ?? -1) : -1,
    // A parcel that is on its way back was out for delivery, and was not delivered.
    ...times.map((at, step) => (at !== undefined && !(step === 3 && status === 'returned_to_sender') ? step : -1)),
  )
  return stepNames.map((name, step) => ({
    name,
    at: (step <= reached ? times[step] : undefined) ?? null,
    isDone: step <= reached,
  }))
}

/** An event and its place, in the carrier's words if there are any. */
export function eventText({ status, rawStatus, description, location, city, country }: TrackingEvent): string {
  return joined(description ?? rawStatus ?? status?.replaceAll('_', ' '), location ?? city, country)
}

/** Where a parcel is: its state, course, carrier and times. */
function courseRows(shipment: StoredShipment): FactRow[] {
  const { status, carrier, trackingNumber, trackingUrl, expectedAt, expectedUntil, deliveredAt } = parcelHead(shipment)
  return [
    ...(status ? [{ label: 'Status', kind: 'state' as const, text: status }] : []),
    { label: 'Progress', kind: 'steps', steps: stepsOf(shipment) },
    ...textRow('Carrier', joined(carrier, shipment.service)),
    ...textRow('Tracking number', trackingNumber),
    ...linkRow('Tracking page', trackingUrl),
    ...dateRow('Shipped', shipment.shippedAt),
    ...(deliveredAt
      ? []
      : dateRow('Expected', expectedAt ?? expectedUntil, { until: expectedAt && expectedUntil, isPlanned: true })),
    ...dateRow('Delivered', deliveredAt),
  ]
}

/** Events of a parcel that are shown: the newest. */
const MOST_EVENTS = 50

/** What happened to a parcel, the newest first. */
function eventRows({ events }: StoredShipment): FactRow[] {
  const newest = eventsInOrder(events).toReversed().slice(0, MOST_EVENTS)
  return newest.flatMap((event) => dateRow('Event', event.occurredAt, { text: eventText(event) }))
}

/** A parcel of an order, with its last event, and below it all of them. @param number undefined if it is the only one */
export function parcelSection(shipment: StoredShipment, number: number | undefined): Section {
  const more = eventRows(shipment)
  return {
    name: 'parcel',
    title: number === undefined ? 'Parcel' : `Parcel ${number}`,
    rows: [
      { label: 'Shipment', kind: 'object', text: shipment.id, type: 'shipments', id: shipment.id },
      ...courseRows(shipment),
      ...more.slice(0, 1).map((row) => ({ ...row, label: 'Last event' })),
    ],
    more,
  }
}

/** What is in a parcel, by the names in its order. */
function contentsText({ items = [] }: StoredShipment, order: Stored<Order> | null): string {
  const lines = new Map(order?.items?.map((line) => [line.id, line]))
  return items
    .map(({ itemId, quantity }) => {
      const { title = itemId, variantTitle } = lines.get(itemId) ?? {}
      return `${quantity} × ${title}${variantTitle ? ` (${variantTitle})` : ''}`
    })
    .join(', ')
}

/** A parcel by itself. @param order which it is of; null if the shop has not pushed it */
export function shipmentSection(shipment: StoredShipment, order: Stored<Order> | null): Section {
  const { orderId } = shipment
  return {
    name: 'about',
    title: 'Parcel',
    rows: [
      ...(orderId
        ? [{ label: 'Order', kind: 'object' as const, text: order?.number ?? orderId, type: 'orders', id: orderId }]
        : []),
      ...courseRows(shipment),
      ...textRow('Destination', addressLine(shipment.destination)),
      ...textRow('Items', contentsText(shipment, order)),
      ...dateRow('Updated', shipment.updatedAt),
    ],
    more: eventRows(shipment),
  }
}

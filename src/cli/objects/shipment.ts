import type { Shipment } from '../../client/objects.ts'
import type { Stored } from '../../client/reads.ts'
import { requireObject } from '../../lookup/stories.ts'
import { shipments } from '../../objects/types/shipment.ts'
import { print, strong } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'
import { addressLine, joined, printFacts, printHeading, view, when } from './view.ts'

export type StoredShipment = Stored<Shipment>
type TrackingEvent = NonNullable<StoredShipment['events']>[number]

export const shipmentView = view<StoredShipment>({
  resource: shipments,
  columns: [
    ['ID', ({ id }) => id],
    [cut('ORDER'), ({ orderId }) => orderId ?? ''],
    ['STATUS', ({ status }) => status ?? ''],
    [spare('LAST EVENT'), ({ events }) => when(eventsInOrder(events).at(-1)?.occurredAt)],
    ['TRACKING NUMBER', ({ trackingNumber }) => trackingNumber ?? ''],
  ],
  summary: ({ orderId, status, carrier, trackingNumber }) =>
    joined(status, [carrier, trackingNumber].filter(Boolean).join(' '), orderId && `order ${orderId}`),
  show: async (reader, workspaceId, id) => {
    const shipment = (await requireObject(reader, shipments, workspaceId, id)) as StoredShipment
    return { json: { shipment }, print: async () => printShipment(shipment) }
  },
})

function printShipment(shipment: StoredShipment): void {
  const { id, orderId, status, items, events, updatedAt } = shipment
  print([strong(`Shipment ${joined(id, status)}`)])
  printFacts({
    order: orderId,
    ...course(shipment),
    destination: addressLine(shipment.destination),
    items: items?.map(({ itemId, quantity }) => `${quantity} of ${itemId}`).join(', '),
    updated: when(updatedAt),
  })
  printHeading('Events')
  const inOrder = eventsInOrder(events)
  print(
    ...(inOrder.length === 0 ? ['none'] : inOrder.map((event) => `${when(event.occurredAt)}  ${eventWords(event)}`)),
  )
}

/** Prints where a shipment of an order is. */
export function printWhereabouts(shipment: StoredShipment): void {
  const { id, status, events } = shipment
  print([strong(joined(id, status))])
  const last = eventsInOrder(events).at(-1)
  printFacts({ ...course(shipment), 'last event': last && `${when(last.occurredAt)}  ${eventWords(last)}` })
}

function course(shipment: StoredShipment): Record<string, string | undefined> {
  const { carrier, service, trackingNumber, trackingUrl, shippedAt, deliveredAt } = shipment
  const { estimatedDeliveryAt, estimatedDeliveryUntil } = shipment
  return {
    carrier: joined(carrier, service),
    'tracking number': trackingNumber,
    'tracking page': trackingUrl,
    shipped: when(shippedAt),
    expected: deliveredAt ? '' : [estimatedDeliveryAt, estimatedDeliveryUntil].filter(Boolean).map(when).join(' to '),
    delivered: when(deliveredAt),
  }
}

/** The events, oldest first; shops may send them in any order. */
function eventsInOrder(events: TrackingEvent[] = []): TrackingEvent[] {
  return events.toSorted((a, b) => (a.occurredAt < b.occurredAt ? -1 : a.occurredAt > b.occurredAt ? 1 : 0))
}

/** An event and its place, in the carrier's words if there are any. */
function eventWords({ status, rawStatus, description, location, city, country }: TrackingEvent): string {
  return joined(description ?? rawStatus ?? status, location ?? city, country)
}

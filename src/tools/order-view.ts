import { type OrderHead, orderHead, type StoredOrder } from '../lookup/story/order.ts'
import { eventsInOrder, type ParcelHead, parcelHead, type StoredShipment } from '../lookup/story/parcel.ts'
import type { ShownObject } from '../objects/find/read.ts'
import type { AssistantSettings } from './settings.ts'
import { visibleCustom } from './visible-custom.ts'

/** One line of an order. */
export interface ViewedItem {
  id: string
  /** With the variant in brackets. */
  title: string
  /** The title without the variant. */
  name: string
  /** The title of the variant; null without a title. */
  variant: string | null
  productId: string | null
  quantity: number
}

/** One parcel of an order. Guests see no tracking number and no page of the carrier. */
export interface ViewedShipment extends ParcelHead {
  lastEvent: { at: string; description: string | null; place: string | null } | null
  /** Entries of `custom` that the shop shows; none for guests. */
  custom: Record<string, string>
}

/** An order, as its customer may see it. Guests see no amounts: {@link forGuest}. */
export interface ViewedOrder extends Omit<OrderHead, 'customerId' | 'paymentStatus'> {
  /** The id, if the shop has pushed no number. */
  number: string
  updatedAt: string
  returnableUntil: string | null
  items: ViewedItem[]
  shipments: ViewedShipment[]
  /** Entries of `custom` that the shop shows; none for guests. */
  custom: Record<string, string>
}

/** Chosen fields only: notes, tags, and what the shop does not show of `custom`, are not for customers. */
export function viewOrder(
  order: ShownObject,
  shipments: ShownObject[],
  shown: AssistantSettings['visibleCustom'],
): ViewedOrder {
  const { items = [], returnableUntil } = order as StoredOrder
  const { customerId: _customer, paymentStatus: _payment, ...head } = orderHead(order)
  return {
    ...head,
    number: head.number ?? order.id,
    updatedAt: order.updatedAt,
    returnableUntil: returnableUntil ?? null,
    items: items.map(({ id, title, variantTitle, productId, quantity }) => ({
      id,
      title: variantTitle ? `${title} (${variantTitle})` : title,
      name: title,
      variant: variantTitle || null,
      productId: productId ?? null,
      quantity,
    })),
    shipments: shipments.map((shipment) => viewShipment(shipment, shown.shipments)),
    custom: visibleCustom(order, shown.orders),
  }
}

function viewShipment(shipment: ShownObject, shown: readonly string[]): ViewedShipment {
  const last = eventsInOrder((shipment as StoredShipment).events).at(-1)
  return {
    ...parcelHead(shipment),
    lastEvent: last
      ? { at: last.occurredAt, description: last.description ?? null, place: last.location ?? last.city ?? null }
      : null,
    custom: visibleCustom(shipment, shown),
  }
}

/** What a guest may see who named number and e-mail address: status, titles, carrier and expected date. */
export function forGuest(order: ViewedOrder): ViewedOrder {
  return {
    ...order,
    placedAt: null,
    deliveredAt: null,
    returnableUntil: null,
    currency: null,
    total: null,
    refundedTotal: null,
    custom: {},
    items: order.items.map(({ title, name, variant }, index) => ({
      ...{ id: String(index + 1), title, name, variant },
      productId: null,
      quantity: 1,
    })),
    shipments: order.shipments.map(({ status, carrier, expectedAt, expectedUntil }, index) => ({
      id: String(index + 1),
      status,
      carrier,
      expectedAt,
      expectedUntil,
      deliveredAt: null,
      trackingNumber: null,
      trackingUrl: null,
      lastEvent: null,
      custom: {},
    })),
  }
}

import type { StoredOrder } from '../lookup/story/order.ts'
import { eventsInOrder, type StoredShipment } from '../lookup/story/parcel.ts'
import type { ShownObject } from '../objects/read.ts'
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

/** One parcel of an order. Times are ISO-8601 in UTC; null if the shop has not pushed them. */
export interface ViewedShipment {
  id: string
  status: string | null
  carrier: string | null
  expectedAt: string | null
  expectedUntil: string | null
  deliveredAt: string | null
  /** Null for guests. */
  trackingNumber: string | null
  trackingUrl: string | null
  lastEvent: { at: string; description: string | null; place: string | null } | null
  /** Entries of `custom` that the shop shows; none for guests. */
  custom: Record<string, string>
}

/** An order, as its customer may see it. Guests see no amounts: {@link forGuest}. */
export interface ViewedOrder {
  id: string
  number: string
  status: string | null
  updatedAt: string
  placedAt: string | null
  deliveredAt: string | null
  returnableUntil: string | null
  currency: string | null
  /** In minor units. */
  total: number | null
  refundedTotal: number | null
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
  const fields = order as StoredOrder
  return {
    id: order.id,
    number: fields.number ?? order.id,
    status: fields.status ?? null,
    updatedAt: order.updatedAt,
    placedAt: fields.placedAt ?? null,
    deliveredAt: fields.deliveredAt ?? null,
    returnableUntil: fields.returnableUntil ?? null,
    currency: fields.currency ?? null,
    total: fields.total ?? null,
    refundedTotal: fields.refundedTotal ?? null,
    items: (fields.items ?? []).map(({ id, title, variantTitle, productId, quantity }) => ({
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
  const fields = shipment as StoredShipment
  const last = eventsInOrder(fields.events).at(-1)
  return {
    id: shipment.id,
    status: fields.status ?? null,
    carrier: fields.carrier ?? null,
    expectedAt: fields.estimatedDeliveryAt ?? null,
    expectedUntil: fields.estimatedDeliveryUntil ?? null,
    deliveredAt: fields.deliveredAt ?? null,
    trackingNumber: fields.trackingNumber ?? null,
    trackingUrl: fields.trackingUrl ?? null,
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

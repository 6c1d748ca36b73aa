import { choice, country, id, objectId, quantity, text, time, url } from '../../lib/fields.ts'
import { list, object, optional } from '../../lib/schema.ts'
import { choiceFilter, exactFilter, numberFilter } from '../find/filter.ts'
import { MAX_OBJECT_BYTES, type Resource } from '../resource.ts'
import { Address, custom, identity } from './shared-fields.ts'

export const shipmentStatuses = [
  'label_created',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'delayed',
  'exception',
  'lost',
  'returned_to_sender',
] as const

export const TrackingEvent = object('TrackingEvent', {
  id: optional(id()),
  occurredAt: time(),
  status: optional(choice(shipmentStatuses)),
  rawStatus: optional(text("The status in the carrier's own words.")),
  description: optional(text()),
  location: optional(text()),
  city: optional(text()),
  region: optional(text()),
  country: optional(country()),
  postalCode: optional(text()),
  custom: optional(custom()),
})

export const ShippedItem = object('ShippedItem', {
  itemId: id("The order line's `id`."),
  quantity: quantity('Units in this shipment.'),
})

export const Shipment = object('Shipment', {
  ...identity,
  orderId: optional(objectId('Your id of the order. The order may be pushed later.')),
  status: optional(choice(shipmentStatuses)),
  carrier: optional(text()),
  service: optional(text("The carrier's service, such as `Parcel Connect`.")),
  trackingNumber: optional(text()),
  trackingUrl: optional(url()),
  shippedAt: optional(time()),
  estimatedDeliveryAt: optional(time('Expected delivery, or the start of the window.')),
  estimatedDeliveryUntil: optional(time('End of the expected delivery window.')),
  deliveredAt: optional(time()),
  destination: optional(Address),
  items: optional(list(ShippedItem, 1_000)),
  events: optional(list(TrackingEvent, 500)),
})

export const shipments: Resource = {
  name: 'shipments',
  noun: 'shipment',
  about: 'Parcels of an order: carrier, tracking number, expected delivery and the tracking events so far.',
  schema: Shipment,
  filters: [
    exactFilter({
      name: 'orderId',
      description: 'Your id of the order.',
      example: 'o_1001',
      // Refunds look up the shipments of an order, also while the filters of an upgraded database are still being filled.
      storage: { column: 'order_id', index: 'whole' },
    }),
    numberFilter({
      name: 'trackingNumber',
      description: 'The tracking number, with or without spaces.',
      example: 'RM123456789GB',
      storage: { column: 'tracking_number', index: 'parts' },
    }),
    choiceFilter(
      {
        name: 'status',
        description: 'The status of the shipment.',
        example: 'in_transit',
        storage: { column: 'status', index: 'updates' },
      },
      shipmentStatuses,
    ),
  ],
  maxPerCall: 25,
  maxPerBatch: 1_000,
  maxBytes: MAX_OBJECT_BYTES,
  callSize: 'small',
  isPersonal: true,
  example: {
    id: 's_1001_1',
    updatedAt: '2026-03-02T07:15:00.000Z',
    orderId: 'o_1001',
    status: 'in_transit',
    carrier: 'Royal Mail',
    trackingNumber: 'RM123456789GB',
    trackingUrl: 'https://tracking.example.com/RM123456789GB',
    shippedAt: '2026-03-01T16:00:00.000Z',
    items: [{ itemId: 'l_1', quantity: 1 }],
    events: [
      { occurredAt: '2026-03-01T16:00:00.000Z', status: 'in_transit', description: 'Accepted at depot', country: 'GB' },
    ],
  },
}

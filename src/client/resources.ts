// Written by scripts/write-client-types.ts from the types of object that the server takes: change those, then run
// npm run write:client-types.

import type { Limits } from './batches.ts'
import type { Call } from './http.ts'
import type { Customer, Order, Product, Shipment, Ticket } from './objects.ts'
import { createUpserts, type Upserts } from './upserts.ts'

/** The most that one synchronous call may carry. */
const callLimits = {
  customers: { objects: 25, bytes: 4193280 },
  products: { objects: 25, bytes: 4193280 },
  orders: { objects: 25, bytes: 4193280 },
  shipments: { objects: 25, bytes: 4193280 },
  tickets: { objects: 50, bytes: 33553408, nested: { field: 'messages', max: 2000 } },
} satisfies Record<string, Limits>

/** The types of object that backfills take, and the most that one of their requests may carry. */
export const bulkLimits: Record<keyof BackfillObjects, Limits> = {
  customers: { objects: 1000, bytes: 33553408 },
  products: { objects: 1000, bytes: 33553408 },
  orders: { objects: 1000, bytes: 33553408 },
  shipments: { objects: 1000, bytes: 33553408 },
}

/** The types of object that backfills take. */
export interface BackfillObjects {
  customers: Customer
  products: Product
  orders: Order
  shipments: Shipment
}

/** Pushes each type of object. */
export class Resources {
  readonly customers: Upserts<Customer>
  readonly products: Upserts<Product>
  readonly orders: Upserts<Order>
  readonly shipments: Upserts<Shipment>
  readonly tickets: Upserts<Ticket>

  constructor(call: Call) {
    this.customers = createUpserts(call, 'customers', callLimits.customers)
    this.products = createUpserts(call, 'products', callLimits.products)
    this.orders = createUpserts(call, 'orders', callLimits.orders)
    this.shipments = createUpserts(call, 'shipments', callLimits.shipments)
    this.tickets = createUpserts(call, 'tickets', callLimits.tickets)
  }
}

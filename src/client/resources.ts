// Written by scripts/write-client-types.ts from the types of object that the server takes: change those, then run
// npm run write:client-types.

import type { Limits } from './batches.ts'
import type { Call } from './http.ts'
import type {
  Article,
  ArticleFilters,
  Customer,
  CustomerFilters,
  Order,
  OrderFilters,
  Product,
  ProductFilters,
  Shipment,
  ShipmentFilters,
  Ticket,
  TicketFilters,
} from './objects.ts'
import { createResource, type Resource } from './resource.ts'

/** The limits of one synchronous call. */
const callLimits = {
  customers: { objects: 25, bytes: 4193280 },
  products: { objects: 25, bytes: 4193280 },
  orders: { objects: 25, bytes: 4193280 },
  shipments: { objects: 25, bytes: 4193280 },
  tickets: { objects: 50, bytes: 33553408, nested: { field: 'messages', max: 2000 } },
  articles: { objects: 25, bytes: 4193280 },
} satisfies Record<string, Limits>

/** The types of object that backfills accept, and the limits of one of their requests. */
export const bulkLimits: Record<keyof BackfillObjects, Limits> = {
  customers: { objects: 1000, bytes: 33553408 },
  products: { objects: 1000, bytes: 33553408 },
  orders: { objects: 1000, bytes: 33553408 },
  shipments: { objects: 1000, bytes: 33553408 },
  articles: { objects: 1000, bytes: 33553408 },
}

/** The types of object that backfills accept. */
export interface BackfillObjects {
  customers: Customer
  products: Product
  orders: Order
  shipments: Shipment
  articles: Article
}

/** The type of the objects of each resource. */
export interface ObjectTypes {
  customers: Customer
  products: Product
  orders: Order
  shipments: Shipment
  tickets: Ticket
  articles: Article
}

/** Pushes, reads and deletes each type of object. */
export class Resources {
  readonly customers: Resource<Customer, CustomerFilters>
  readonly products: Resource<Product, ProductFilters>
  readonly orders: Resource<Order, OrderFilters>
  readonly shipments: Resource<Shipment, ShipmentFilters>
  readonly tickets: Resource<Ticket, TicketFilters>
  readonly articles: Resource<Article, ArticleFilters>

  constructor(call: Call) {
    this.customers = createResource(call, 'customers', callLimits.customers)
    this.products = createResource(call, 'products', callLimits.products)
    this.orders = createResource(call, 'orders', callLimits.orders)
    this.shipments = createResource(call, 'shipments', callLimits.shipments)
    this.tickets = createResource(call, 'tickets', callLimits.tickets)
    this.articles = createResource(call, 'articles', callLimits.articles)
  }
}

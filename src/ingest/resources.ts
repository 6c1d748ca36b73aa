import type { Resource } from './resource.ts'
import { customers } from './schemas/customer.ts'
import { orders } from './schemas/order.ts'
import { products } from './schemas/product.ts'
import { shipments } from './schemas/shipment.ts'
import { tickets } from './schemas/ticket.ts'

/** Every type of object that shops push, in the order of the reference. */
export const resources: Resource[] = [customers, products, orders, shipments, tickets]

import type { Resource } from './resource.ts'
import { articles } from './types/article.ts'
import { customers } from './types/customer.ts'
import { orders } from './types/order.ts'
import { products } from './types/product.ts'
import { shipments } from './types/shipment.ts'
import { tickets } from './types/ticket.ts'

/** Every type of object that shops push, in the order of the reference. */
export const resources: Resource[] = [customers, products, orders, shipments, tickets, articles]

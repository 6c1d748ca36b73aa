import { type SampleArticle, sampleArticles } from './articles.ts'
import { type SampleCustomer, sampleCustomers } from './customers.ts'
import { type SampleOrder, sampleOrders, UNSHIPPED } from './orders.ts'
import { type SampleProduct, sampleProducts } from './products.ts'
import { randomFrom } from './repeatable.ts'
import { ordersAfterShipping, type SampleShipment, sampleShipments } from './shipments.ts'
import { type SampleTicket, sampleTickets } from './tickets.ts'

const SEED = 20_261_031

export interface SampleShop {
  customers: SampleCustomer[]
  products: SampleProduct[]
  orders: SampleOrder[]
  shipments: SampleShipment[]
  tickets: SampleTicket[]
  articles: SampleArticle[]
}

/** One year of a knitwear shop, always the same. References are valid, amounts add up, and nothing happens before its cause. */
export function sampleShop(): SampleShop {
  const random = randomFrom(SEED)
  const products = sampleProducts(random)
  const people = sampleCustomers(random)
  const placed = sampleOrders(random, people, products)
  const shipments = sampleShipments(random, placed, UNSHIPPED)
  const orders = ordersAfterShipping(random, placed, shipments)
  const customers = people.map((customer) => withTotals(customer, orders))
  const tickets = sampleTickets(random, orders, customers)
  return { customers, products, orders, shipments, tickets, articles: sampleArticles() }
}

/** The total of a customer's orders, without refunds. */
function withTotals(customer: SampleCustomer, orders: SampleOrder[]): SampleCustomer {
  const own = orders.filter(({ customerId }) => customerId === customer.id)
  return {
    ...customer,
    updatedAt: own.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), customer.updatedAt),
    totalSpent: own.reduce((sum, { total, refundedTotal }) => sum + total - refundedTotal, 0),
    ordersCount: own.length,
  }
}

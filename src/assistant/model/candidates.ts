import { matching } from '../../tools/find-products.ts'
import type { ViewedOrder } from '../../tools/order-view.ts'
import { getOrder, listOrders } from '../../tools/orders.ts'
import { type ToolContext, useTool } from '../../tools/tool.ts'
import type { ConversationState } from '../answer.ts'

/** What a model may choose from. It sees the ids `O1`, `P1` and titles, and never the ids of the shop. */
export interface Candidates {
  orders: ViewedOrder[]
  products: { id: string; title: string }[]
}

const MOST_ORDERS = 8
const MOST_ITEMS = 10
const MOST_PRODUCTS = 30

/** The customer's own orders and the products that a conversation may be about, the likeliest first. */
export async function candidatesOf(
  tools: ToolContext,
  { orderId, productId }: ConversationState,
  text: string,
): Promise<Candidates> {
  const { customerId, provenOrders } = tools.asker
  const own = customerId === null ? await proven(tools, provenOrders) : await useTool(listOrders, tools, {})
  const current = own.filter(({ id }) => id === orderId)
  const { listed } = tools.catalog
  const spoken = listed.filter(({ id }) => id === productId)
  const products = [...new Set([...matching(tools.catalog, text), ...spoken, ...listed.slice(0, MOST_PRODUCTS)])]
  return {
    orders: [...new Set([...current, ...own])].slice(0, MOST_ORDERS),
    products: products.slice(0, MOST_PRODUCTS).map(({ id, title }) => ({ id, title })),
  }
}

async function proven(tools: ToolContext, ids: ReadonlySet<string>): Promise<ViewedOrder[]> {
  const found: ViewedOrder[] = []
  for (const id of [...ids].slice(0, MOST_ORDERS)) {
    const order = await useTool(getOrder, tools, { id })
    if (order) found.push(order)
  }
  return found
}

/** The candidates as data for a model. */
export function shownCandidates({ orders, products }: Candidates): object {
  return {
    orders: orders.map(({ status, items, custom }, index) => ({
      id: `O${index + 1}`,
      status,
      ...(Object.keys(custom).length > 0
        ? { fields: Object.entries(custom).map(([name, value]) => ({ name, value })) }
        : {}),
      items: items.slice(0, MOST_ITEMS).map(({ title }, item) => ({ id: `O${index + 1}.${item + 1}`, title })),
    })),
    products: products.map(({ title }, index) => ({ id: `P${index + 1}`, title })),
  }
}

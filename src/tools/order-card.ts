import { MOST_PARCELS, MOST_TITLES, type OrderCard } from '../conversations/cards.ts'
import { findUpTo, listUpTo } from '../lookup/list.ts'
import { isOver, stepsOfOrder } from '../lookup/story/order.ts'
import { orders } from '../objects/types/order.ts'
import { shipments } from '../objects/types/shipment.ts'
import type { Reader } from '../store/store.ts'
import { type ViewedItem, type ViewedOrder, viewOrder } from './order-view.ts'

/** Titles and values on cards are short. Orders may have a thousand items. */
const LONGEST = 200
export const short = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text

/** The card of an order, as its customer may see it. */
export function orderCard(order: ViewedOrder): OrderCard {
  const { number, status, items, shipments } = order
  return {
    number,
    status,
    steps: stepsOfOrder(order, shipments),
    titles: items.slice(0, MOST_TITLES).map(titleOf),
    parcels: shipments
      .slice(0, MOST_PARCELS)
      .map(({ status, carrier, expectedAt, expectedUntil, deliveredAt, trackingUrl: url }) => ({
        ...{ status, carrier, expectedAt, expectedUntil, deliveredAt, url },
      })),
  }
}

function titleOf({ title, quantity }: Pick<ViewedItem, 'title' | 'quantity'>): string {
  return short(quantity > 1 ? `${quantity} × ${title}` : title)
}

/** Orders of a customer that are looked through for an open one, the newest change first. */
const MOST_ORDERS = 50

/** The card of the order of a customer that was placed last and is not over yet; null without one, and without a status nobody can tell. */
export async function newestOpenOrder(
  reader: Reader,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<OrderCard | null> {
  const found = await findUpTo(reader, orders, workspaceId, { filters: { customerId }, limit: MOST_ORDERS })
  const open = (found?.data ?? []).filter(({ status }) => typeof status === 'string' && !isOver(status))
  const [newest] = open.toSorted((one, other) => placed(other.placedAt) - placed(one.placedAt))
  if (!newest) return null
  const query = { filters: { orderId: newest.id }, limit: MOST_PARCELS }
  const parcels = await listUpTo(reader, shipments, workspaceId, query)
  return orderCard(viewOrder(newest, parcels.data, { orders: [], shipments: [], products: [] }))
}

const placed = (at: unknown): number => (typeof at === 'string' ? Date.parse(at) : 0)

import type { PreviewAnswer, RefundRequest } from '../client/refunds.ts'
import { getObject } from '../objects/find/read.ts'
import { orders } from '../objects/types/order.ts'
import type { Reader } from '../store/store.ts'

interface PricedItem {
  id: string
  quantity: number
  unitPrice: number
}

interface PricedOrder {
  total?: number
  refundedTotal?: number
  currency?: string
  items?: PricedItem[]
}

/** The unrefunded rest of an order, or the price of the given lines. */
export async function priceOf(
  reader: Reader,
  workspaceId: string,
  { orderId, lines }: Pick<RefundRequest, 'orderId' | 'lines'>,
): Promise<PreviewAnswer> {
  const order = (await getObject(reader, orders, workspaceId, orderId)) as PricedOrder | undefined
  if (!order) return { ok: false, code: 'unknown_order', message: `There is no order ${orderId}: push it first.` }
  const { items = [], total, refundedTotal = 0, currency = 'EUR' } = order
  const sum = (quantityOf: (item: PricedItem) => number) =>
    items.reduce((amount, item) => amount + item.unitPrice * quantityOf(item), 0)
  const wanted = new Map(lines.map(({ itemId, quantity }) => [itemId, quantity]))
  const whole = Math.max(0, (total ?? sum(({ quantity }) => quantity)) - refundedTotal)
  return { ok: true, amount: lines.length > 0 ? sum(({ id }) => wanted.get(id) ?? 0) : whole, currency }
}

import * as v from 'valibot'
import { DAY_MS } from '../lib/time.ts'
import { getObject } from '../objects/find/read.ts'
import { orders } from '../objects/types/order.ts'
import { reasonKinds } from '../refunds/reasons.ts'
import { isPossiblyRefunded, isRefunded } from '../refunds/refunded.ts'
import { type Refund, refundsOfCustomer, refundsOfOrder } from '../refunds/refunds.ts'
import { getRefundSettings } from '../refunds/settings.ts'
import type { Offer } from './refund-desk.ts'
import type { Tool, ToolContext } from './tool.ts'

/** A refund, as its customer may see it. Why a refund failed is for agents. */
export interface ViewedRefund {
  id: string
  /** `succeeded` also if the shop reported it later; `unknown` if it may have been made. */
  status: string
  /** In minor units. */
  amount: number
  currency: string
  createdAt: number
}

const OrderId = v.pipe(v.string(), v.maxLength(255))
const OfOrder = v.object({ orderId: OrderId })

/** The refunds of an own order, the newest first. */
export const listRefunds: Tool<v.InferOutput<typeof OfOrder>, ViewedRefund[]> = {
  name: 'list_refunds',
  description: "Lists the refunds of one of the signed-in customer's own orders, the newest first.",
  input: OfOrder,
  allowed: 'customer',
  run: async (context, { orderId }) => {
    if (!(await isOwnOrder(context, orderId))) return []
    const found = await refundsOfOrder(context.read, context.asker.workspaceId, orderId)
    return found
      .filter(({ customerId }) => customerId === context.asker.customerId)
      .map(viewed)
      .reverse()
  },
  objects: (found) => found.map(({ id }) => `refunds/${id}`),
}

function viewed(refund: Refund): ViewedRefund {
  const { id, amount, currency, createdAt } = refund
  const status = isRefunded(refund) ? 'succeeded' : isPossiblyRefunded(refund) ? 'unknown' : refund.status
  return { id, status, amount, currency, createdAt }
}

const RECENT_MS = 30 * DAY_MS
const MOST_RECENT = 5
const Recent = v.object({ orderId: v.nullable(OrderId) })

/**
 * The refunds of the customer's own orders in the last 30 days, and those of one order at any time: the newest first. Of a guest those of
 * an order that they proved. For people, to whom a conversation is left: guests do not hear of them.
 */
export const recentRefunds: Tool<v.InferOutput<typeof Recent>, (ViewedRefund & { orderNumber: string })[]> = {
  name: 'list_recent_refunds',
  description: "Lists the signed-in customer's own refunds of the last 30 days, and those of one order, for people.",
  input: Recent,
  allowed: 'anyone',
  run: async ({ read, now, asker: { workspaceId, customerId, provenOrders } }, { orderId }) => {
    const ofGuest = async () =>
      orderId !== null && provenOrders.has(orderId)
        ? (await refundsOfOrder(read, workspaceId, orderId)).slice(-MOST_RECENT).reverse()
        : []
    const wanted = { orderId, since: now - RECENT_MS, limit: MOST_RECENT }
    const found =
      customerId === null ? await ofGuest() : await refundsOfCustomer(read, workspaceId, { customerId, ...wanted })
    const numbers = new Map<string, string>()
    for (const { orderId: id } of found) {
      const number = (await getObject(read, orders, workspaceId, id))?.number
      numbers.set(id, typeof number === 'string' ? number : id)
    }
    return found.map((refund) => ({ ...viewed(refund), orderNumber: numbers.get(refund.orderId) ?? refund.orderId }))
  },
  objects: (found) => found.map(({ id }) => `refunds/${id}`),
}

/** The days in which a customer may return an order; null: no limit. */
export const returnPeriod: Tool<Record<string, never>, { days: number | null; isOn: boolean }> = {
  name: 'return_period',
  description: 'Returns within how many days after delivery an order may be returned.',
  input: v.object({}) as v.GenericSchema<unknown, Record<string, never>>,
  allowed: 'anyone',
  run: async ({ read, asker: { workspaceId } }) => {
    const { returnPeriodDays, enabled } = await getRefundSettings(read, workspaceId)
    return { days: returnPeriodDays.return, isOn: enabled }
  },
  objects: () => ['settings/refunds'],
}

const Wanted = v.object({
  orderId: OrderId,
  lines: v.pipe(
    v.array(v.object({ itemId: v.string(), quantity: v.pipe(v.number(), v.integer()) })),
    v.maxLength(1_000),
  ),
  kind: v.picklist(reasonKinds),
})

/** Offers a refund of an own order. Somebody else's order is refused like one that does not exist. */
export const offerRefundTool: Tool<v.InferOutput<typeof Wanted>, Offer> = {
  name: 'offer_refund',
  description: "Offers a refund of one of the signed-in customer's own orders. The customer has to confirm it.",
  input: Wanted,
  allowed: 'customer',
  run: async (context, wanted) => {
    const { customerId, workspaceId } = context.asker
    if (customerId === null || !(await isOwnOrder(context, wanted.orderId)))
      return { isOffered: false, reason: 'no_such_order' }
    return context.desk.offer({ workspaceId, customerId, ...wanted })
  },
  objects: (offer) => (offer.isOffered && offer.refundId !== null ? [`refunds/${offer.refundId}`] : []),
}

async function isOwnOrder({ read, asker: { workspaceId, customerId } }: ToolContext, id: string): Promise<boolean> {
  const order = await getObject(read, orders, workspaceId, id)
  return customerId !== null && order?.customerId === customerId
}

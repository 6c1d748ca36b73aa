import * as v from 'valibot'
import { findUpTo, listUpTo } from '../lookup/list.ts'
import { plainNumber } from '../objects/find/filter.ts'
import { getObject, type ShownObject } from '../objects/find/read.ts'
import { orders } from '../objects/types/order.ts'
import { shipments } from '../objects/types/shipment.ts'
import { forGuest, type ViewedOrder, viewOrder } from './order-view.ts'
import type { Tool, ToolContext } from './tool.ts'

/** Orders of a customer that are looked through, the newest change first. */
const MOST_ORDERS = 50
const MOST_SHIPMENTS = 20

/** The customer's own orders, the last placed first, without their shipments. */
export const listOrders: Tool<Record<string, never>, ViewedOrder[]> = {
  name: 'list_orders',
  description: "Lists the signed-in customer's own orders, the last placed first.",
  input: v.object({}) as v.GenericSchema<unknown, Record<string, never>>,
  allowed: 'customer',
  run: async (context) => {
    const found = await ownOrders(context, {})
    return found
      .map((order) => viewOrder(order, [], context.settings.visibleCustom))
      .sort((one, other) => timeOf(other) - timeOf(one))
  },
  objects: (found) => found.map(({ id }) => `orders/${id}`),
}

const Numbers = v.object({ numbers: v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(5)) })

/** The own orders with one of the numbers; a number of somebody else's order finds nothing, like a number that does not exist. */
export const findOrders: Tool<v.InferOutput<typeof Numbers>, ViewedOrder[]> = {
  name: 'find_orders',
  description: "Finds the signed-in customer's own orders by order number.",
  input: Numbers,
  allowed: 'customer',
  run: async (context, { numbers }) => {
    const found: ShownObject[] = []
    for (const number of numbers) found.push(...(await ownOrders(context, { number })))
    return [...new Map(found.map((order) => [order.id, viewOrder(order, [], context.settings.visibleCustom)])).values()]
  },
  objects: (found) => found.map(({ id }) => `orders/${id}`),
}

const One = v.object({ id: v.pipe(v.string(), v.maxLength(255)) })

/** An order with its shipments; null unless it is the customer's own, or the guest has named its number and e-mail address. */
export const getOrder: Tool<v.InferOutput<typeof One>, ViewedOrder | null> = {
  name: 'get_order',
  description: 'Reads one order with its shipments.',
  input: One,
  allowed: 'anyone',
  run: async ({ read, asker, settings }, { id }) => {
    const { workspaceId, customerId, provenOrders } = asker
    const order = await getObject(read, orders, workspaceId, id)
    if (!order) return null
    const isOwn = customerId !== null && order.customerId === customerId
    if (!isOwn && !provenOrders.has(id)) return null
    const parcels = await listUpTo(read, shipments, workspaceId, { filters: { orderId: id }, limit: MOST_SHIPMENTS })
    const viewed = viewOrder(order, parcels.data, settings.visibleCustom)
    return isOwn ? viewed : forGuest(viewed)
  },
  objects: (order) => (order ? [`orders/${order.id}`, ...order.shipments.map(({ id }) => `shipments/${id}`)] : []),
}

/** Orders whose parcels are looked through, the last placed first. */
const MOST_TRACKED = 20

/** The own orders with a parcel of one of the tracking numbers. Only own parcels are read, so another number costs the same work. */
export const findTracked: Tool<v.InferOutput<typeof Numbers>, ViewedOrder[]> = {
  name: 'find_tracked_orders',
  description: "Finds the signed-in customer's own orders by the tracking number of a parcel.",
  input: Numbers,
  allowed: 'customer',
  run: async (context, { numbers }) => {
    const { read, asker, settings } = context
    const named = new Set(numbers.map(plainNumber))
    const own = (await ownOrders(context, {})).map((order) => viewOrder(order, [], settings.visibleCustom))
    const newest = own.sort((one, other) => timeOf(other) - timeOf(one)).slice(0, MOST_TRACKED)
    const tracked = await Promise.all(
      newest.map(async ({ id }) => {
        const query = { filters: { orderId: id }, limit: MOST_SHIPMENTS }
        const parcels = await listUpTo(read, shipments, asker.workspaceId, query)
        return parcels.data.some(
          ({ trackingNumber }) => typeof trackingNumber === 'string' && named.has(plainNumber(trackingNumber)),
        )
      }),
    )
    return newest.filter((_, index) => tracked[index])
  },
  objects: (found) => found.map(({ id }) => `orders/${id}`),
}

function timeOf({ placedAt, updatedAt }: ViewedOrder): number {
  return Date.parse(placedAt ?? updatedAt)
}

async function ownOrders(
  { read, asker: { workspaceId, customerId } }: ToolContext,
  filters: { number?: string },
): Promise<ShownObject[]> {
  if (customerId === null) return []
  const page = await findUpTo(read, orders, workspaceId, { filters: { customerId, ...filters }, limit: MOST_ORDERS })
  return page?.data ?? []
}

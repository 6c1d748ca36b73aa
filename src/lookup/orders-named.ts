import { Problem } from '../lib/schema.ts'
import { getObject, type ShownObject } from '../objects/read.ts'
import { orders } from '../objects/types/order.ts'
import type { Reader } from '../store/store.ts'
import { findUpTo } from './list.ts'

/** Orders returned for one text. */
export const MOST_ORDERS = 10

export interface NamedOrders {
  found: ShownObject[]
  /** False while the index of order numbers is being built after an update: then only an id finds its order. */
  isComplete: boolean
}

/** Orders with this id, number or e-mail address, the newest change first. White space around the text does not count. */
export async function ordersNamed(reader: Reader, workspaceId: string, text: string): Promise<NamedOrders> {
  const wanted = text.trim()
  if (wanted === '') return { found: [], isComplete: true }
  const byId = await getObject(reader, orders, workspaceId, wanted)
  const found = byId ? [byId] : []
  const filter = wanted.includes('@') ? 'email' : 'number'
  // A text such as `#` is not a number at all.
  const isFilter = !(orders.filters.find(({ name }) => name === filter)?.read(wanted) instanceof Problem)
  const query = { filters: { [filter]: wanted }, limit: MOST_ORDERS }
  const page = isFilter ? await findUpTo(reader, orders, workspaceId, query) : { data: [] }
  for (const order of page?.data ?? []) if (order.id !== byId?.id) found.push(order)
  return { found: found.slice(0, MOST_ORDERS), isComplete: page !== null }
}

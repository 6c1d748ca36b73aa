import { append } from '../changes/append.ts'
import type { Changed } from '../http/hooks.ts'
import type { Tx } from '../store/store.ts'
import { columnsOf } from './filter-values.ts'
import type { Resource } from './resource.ts'
import { orders } from './types/order.ts'
import { type WaitingValues, waitingData } from './waiting-values.ts'

/** The `data` of a change of orders: ids of customers, before and after. */
export interface OrdersChange {
  buyers: string[]
}

/**
 * Reports objects of one type that were created, updated or erased. The kind of the change is the name of the type, and its ids are theirs.
 *
 * @param waiting filter values that are not in `filter_entries` yet
 */
export async function reportObjects(
  tx: Tx,
  { resource, workspaceId }: { resource: Resource; workspaceId: string },
  { changed, waiting }: { changed: Pick<Changed, 'id' | 'before' | 'after'>[]; waiting?: WaitingValues | undefined },
  now: number,
): Promise<void> {
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  const data = resource === orders ? buyersOf(changed) : waiting && waitingData(waiting)
  // Nobody reads of orders without a customer.
  if (data && 'buyers' in data && data.buyers.length === 0) return
  await append(tx, { workspaceId, kind: resource.name, ids, data }, now)
}

const BUYER = columnsOf(orders).findIndex(({ name }) => name === 'customerId')

function buyersOf(changed: Pick<Changed, 'before' | 'after'>[]): OrdersChange {
  const buyers = changed.flatMap(({ before, after }) => [before?.columns[BUYER], after.columns[BUYER]])
  return { buyers: [...new Set(buyers.filter((id) => typeof id === 'string'))] }
}

import { id, text } from '../../lib/fields.ts'
import { object, optional } from '../../lib/schema.ts'
import { getObject, type ShownObject } from '../../objects/find/read.ts'
import type { Resource } from '../../objects/resource.ts'
import type { Reader } from '../../store/store.ts'
import { dataRow, resourceNamed, showRow, type } from './row.ts'

/** Most objects of one kind that an object names which are looked up. */
export const MOST_RELATED = 20

/** An object that another one refers to. */
export const reference = object('Reference', {
  field: text('The field that has its id.'),
  type: type(),
  id: id(),
  row: optional(dataRow),
})

interface Named {
  field: string
  type: string
  ids: unknown[]
}

/** The ids that the fields of an object have of others, by its type. */
const references: Record<string, (object: ShownObject) => Named[]> = {
  orders: ({ customerId, items }) => [
    { field: 'customerId', type: 'customers', ids: [customerId] },
    { field: 'items', type: 'products', ids: entriesOf(items).map(({ productId }) => productId) },
  ],
  shipments: ({ orderId }) => [{ field: 'orderId', type: 'orders', ids: [orderId] }],
  tickets: ({ customerId, orderIds }) => [
    { field: 'customerId', type: 'customers', ids: [customerId] },
    { field: 'orderIds', type: 'orders', ids: Array.isArray(orderIds) ? orderIds : [] },
  ],
}

function entriesOf(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list : []
}

/** What an object refers to; what has not arrived has no row. */
export async function showReferences(
  reader: Reader,
  workspaceId: string,
  { name }: Resource,
  shown: ShownObject,
): Promise<object[]> {
  const found: object[] = []
  for (const { field, type, ids } of references[name]?.(shown) ?? []) {
    const resource = resourceNamed(type)
    const known = new Set(ids.filter((id): id is string => typeof id === 'string'))
    for (const id of [...known].slice(0, MOST_RELATED)) {
      const other = await getObject(reader, resource, workspaceId, id)
      found.push({ field, type, id, row: other ? showRow(resource, other) : null })
    }
  }
  return found
}

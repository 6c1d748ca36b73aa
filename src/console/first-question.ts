import { findSampleWorkspace } from '../access/workspaces.ts'
import { fieldsOf } from '../objects/read.ts'
import { orders } from '../objects/types/order.ts'
import { FIRST_ORDER } from '../sample-shop/workspace.ts'
import type { Reader } from '../store/store.ts'
import { customerName } from './customer-name.ts'

/** An order about which its customer could ask the assistant where it is. */
interface AskableOrder {
  id: string
  /** As customers know it. */
  number: string
  customerId: string
  customerName: string
}

/** The order among the latest parcels that was placed last, if its customer is known: a reader's work does not grow with the shop. */
const LATEST_PARCELS = 100

/** The newest order with a parcel and a known customer, in the sample shop one that arrives today; undefined if there is none. */
export async function firstQuestion(reader: Reader, workspaceId: string): Promise<AskableOrder | undefined> {
  const isSample = (await findSampleWorkspace(reader)) === workspaceId
  const found = await reader.get<{ id: string; customerId: string }>(
    `SELECT orders.id, customer_id AS "customerId"
     FROM (SELECT DISTINCT order_id FROM (SELECT order_id FROM shipments WHERE workspace_id = ? ORDER BY updated_at DESC, id DESC LIMIT ?)) AS latest
       JOIN orders ON orders.workspace_id = ? AND orders.id = latest.order_id
     WHERE EXISTS (SELECT 1 FROM customers WHERE customers.workspace_id = orders.workspace_id AND customers.id = customer_id)
     ORDER BY orders.id = ? DESC, placed_at DESC, orders.id LIMIT 1`,
    workspaceId,
    LATEST_PARCELS,
    workspaceId,
    isSample ? FIRST_ORDER : '',
  )
  if (!found) return undefined
  const { id, customerId } = found
  const fields = await fieldsOf<{ number: string | null }>(reader, orders, workspaceId, id, ['number'])
  const { value: name } = await customerName(reader, workspaceId, customerId)
  return { id, number: fields?.number ?? id, customerId, customerName: name ?? customerId }
}

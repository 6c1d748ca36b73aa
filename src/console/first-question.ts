import { findSampleWorkspace } from '../access/workspaces.ts'
import { fieldsOf } from '../objects/find/read.ts'
import { orders } from '../objects/types/order.ts'
import { FIRST_ORDER } from '../sample-shop/workspace.ts'
import type { Reader } from '../store/store.ts'
import { customerName } from './customer-name.ts'

/** An order about which somebody could ask the assistant where it is. */
interface AskableOrder {
  id: string
  /** As customers know it. */
  number: string
  /** Null: its customer is not known, and asks as a guest with the e-mail address. */
  customerId: string | null
  /** The name, e-mail address or id of the customer, or the e-mail address of the order. */
  customerName: string
}

/** The order is among the latest parcels or the latest orders: a reader's work does not grow with the shop. */
const LATEST = 100

/**
 * The order about which a first question is worth most: the newest one with a parcel and a known customer, in the sample shop one that
 * arrives today. Files of shop systems often have neither parcels nor customers' ids: then the newest order that was sent to somebody.
 *
 * @returns undefined if there is none
 */
export async function firstQuestion(reader: Reader, workspaceId: string): Promise<AskableOrder | undefined> {
  const found = (await withParcel(reader, workspaceId)) ?? (await newestOrder(reader, workspaceId))
  if (!found) return undefined
  const { id, customerId } = found
  const fields = await fieldsOf<{ number: string | null; email: string | null }>(reader, orders, workspaceId, id, [
    'number',
    'email',
  ])
  const name = customerId === null ? fields?.email : (await customerName(reader, workspaceId, customerId)).value
  return { id, number: fields?.number ?? id, customerId, customerName: name ?? customerId ?? '' }
}

interface Found {
  id: string
  customerId: string | null
}

async function withParcel(reader: Reader, workspaceId: string): Promise<Found | undefined> {
  const isSample = (await findSampleWorkspace(reader)) === workspaceId
  return reader.get<Found>(
    `SELECT orders.id, customer_id AS "customerId"
     FROM (SELECT DISTINCT order_id FROM (SELECT order_id FROM shipments WHERE workspace_id = ? ORDER BY updated_at DESC, id DESC LIMIT ?)) AS latest
       JOIN orders ON orders.workspace_id = ? AND orders.id = latest.order_id
     WHERE EXISTS (SELECT 1 FROM customers WHERE customers.workspace_id = orders.workspace_id AND customers.id = customer_id)
     ORDER BY orders.id = ? DESC, placed_at DESC, orders.id LIMIT 1`,
    workspaceId,
    LATEST,
    workspaceId,
    isSample ? FIRST_ORDER : '',
  )
}

function newestOrder(reader: Reader, workspaceId: string): Promise<Found | undefined> {
  return reader.get<Found>(
    `SELECT id, CASE WHEN is_known THEN customer_id END AS "customerId"
     FROM (SELECT id, customer_id, status, placed_at, data ->> '$.email' AS email, EXISTS (SELECT 1 FROM customers
         WHERE customers.workspace_id = orders.workspace_id AND customers.id = customer_id) AS is_known
       FROM orders WHERE workspace_id = ? ORDER BY updated_at DESC, id DESC LIMIT ?) AS latest
     WHERE is_known OR email IS NOT NULL
     ORDER BY coalesce(status IN ('shipped', 'partially_shipped', 'delivered'), 0) DESC, placed_at DESC, id LIMIT 1`,
    workspaceId,
    LATEST,
  )
}

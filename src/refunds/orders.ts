import { DomainError } from '../lib/errors.ts'
import { fieldsOf } from '../objects/find/read.ts'
import { orders } from '../objects/types/order.ts'
import type { Reader } from '../store/store.ts'
import type { OrderProgress, Parcel } from './arrival.ts'
import type { OrderTimes } from './policy.ts'

/** The fields of an order that refunds use. Times in epoch milliseconds. */
export interface RefundableOrder extends OrderTimes {
  id: string
  customerId: string | null
  currency: string | null
  /** `total` is the price paid, `refundedTotal` what the shop has refunded of it, in minor units of `currency`. */
  total: number | null
  refundedTotal: number | null
  items: { id: string; quantity: number; refundedQuantity: number }[]
  progress: OrderProgress
  /** The fields that decide about the amount, as text. An offer is only valid while they stay the same. */
  basis: string
}

interface OrderFields {
  customerId?: string
  currency?: string
  status?: string
  total?: number
  refundedTotal?: number
  placedAt?: number
  deliveredAt?: number
  returnableUntil?: number
  items?: { id: string; quantity: number; unitPrice: number; total?: number; refundedQuantity?: number }[]
}

/** Statuses with possibly nothing left to refund. */
const CLOSED = new Set(['cancelled', 'refunded', 'returned'])

async function storedFields(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<{ fields: OrderFields; updatedAt: number } | undefined> {
  const row = await reader.get<{ data: string; updatedAt: number }>(
    'SELECT data, updated_at AS "updatedAt" FROM orders WHERE workspace_id = ? AND id = ?',
    workspaceId,
    id,
  )
  return row && { fields: JSON.parse(row.data) as OrderFields, updatedAt: row.updatedAt }
}

type Totals = Pick<RefundableOrder, 'currency' | 'total' | 'refundedTotal'>

/** What the stored order says about its total; undefined if the workspace has no order with this id. */
export function orderTotals(reader: Reader, workspaceId: string, id: string): Promise<Totals | undefined> {
  return fieldsOf<Totals>(reader, orders, workspaceId, id, ['currency', 'total', 'refundedTotal'])
}

const totalsOf = ({ currency, total, refundedTotal }: OrderFields): Totals => ({
  currency: currency ?? null,
  total: total ?? null,
  refundedTotal: refundedTotal ?? null,
})

/** The stored order; undefined if the workspace has no order with this id. */
export async function findOrder(reader: Reader, workspaceId: string, id: string): Promise<RefundableOrder | undefined> {
  const stored = await storedFields(reader, workspaceId, id)
  if (!stored) return undefined
  const { fields, updatedAt } = stored
  const parcels = await parcelsOf(reader, workspaceId, id)
  const deliveredAt = fields.deliveredAt ?? null
  const items = fields.items ?? []
  return {
    id,
    customerId: fields.customerId ?? null,
    ...totalsOf(fields),
    items: items.map(({ id, quantity, refundedQuantity = 0 }) => ({ id, quantity, refundedQuantity })),
    placedAt: fields.placedAt ?? null,
    deliveredAt: deliveredAt ?? lastDelivery(parcels),
    returnableUntil: fields.returnableUntil ?? null,
    progress: { status: fields.status ?? null, deliveredAt, updatedAt, parcels },
    basis: basisOf(fields),
  }
}

/** @throws DomainError NOT_FOUND */
export async function getOrder(reader: Reader, workspaceId: string, id: string): Promise<RefundableOrder> {
  const order = await findOrder(reader, workspaceId, id)
  if (!order)
    throw new DomainError(
      'NOT_FOUND',
      'no_such_order',
      'This workspace has no order with this id. Check the id, or push the order first.',
    )
  return order
}

interface ShipmentFields {
  status?: string
  estimatedDeliveryAt?: number
  estimatedDeliveryUntil?: number
  deliveredAt?: number
  items?: { itemId: string }[]
}

/** Shipments of an order that are read, and about how many characters of them: the newest. */
const MOST_SHIPMENTS = 1_000
const MOST_CHARACTERS = 2 * 1024 * 1024

async function parcelsOf(reader: Reader, workspaceId: string, orderId: string): Promise<Parcel[]> {
  let characters = 0
  const rows = await reader.until<{ data: string }>(
    ({ data }) => {
      characters += data.length
      return characters >= MOST_CHARACTERS
    },
    'SELECT data FROM shipments WHERE workspace_id = ? AND order_id = ? ORDER BY rowid DESC LIMIT ?',
    workspaceId,
    orderId,
    MOST_SHIPMENTS,
  )
  return rows.map(({ data }) => {
    const fields = JSON.parse(data) as ShipmentFields
    return {
      status: fields.status ?? null,
      expectedAt: fields.estimatedDeliveryAt ?? null,
      expectedUntil: fields.estimatedDeliveryUntil ?? null,
      deliveredAt: fields.deliveredAt ?? null,
      itemIds: (fields.items ?? []).map(({ itemId }) => itemId),
    }
  })
}

/** When the last known parcel was delivered, in epoch milliseconds; null if unknown. */
function lastDelivery(parcels: Parcel[]): number | null {
  return Math.max(0, ...parcels.map(({ deliveredAt }) => deliveredAt ?? 0)) || null
}

/** Includes the customer: the shop named the amount for this customer, and no other customer may accept the offer. */
function basisOf({ customerId, currency, total, refundedTotal, status, items = [] }: OrderFields): string {
  const lines = items.map(({ id, quantity, unitPrice, total, refundedQuantity }) => [
    id,
    quantity,
    unitPrice,
    total ?? null,
    refundedQuantity ?? null,
  ])
  const closed = status !== undefined && CLOSED.has(status) ? status : null
  return JSON.stringify([customerId ?? null, currency ?? null, total ?? null, refundedTotal ?? null, closed, lines])
}

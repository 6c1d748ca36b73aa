import { DomainError } from '../../lib/errors.ts'
import type { Reader } from '../../store/store.ts'
import { DELIVERY_COLUMNS, type RecordedDelivery } from '../refunds.ts'

/** A recorded request with the refund that it was for; null: for none that is stored. */
export interface Delivery extends RecordedDelivery {
  refundId: string | null
}

const COLUMNS = `refund_id AS "refundId", ${DELIVERY_COLUMNS}`

/** The requests to a workspace's endpoint, the newest first. */
export async function listDeliveries(
  reader: Reader,
  workspaceId: string,
  { refundId, limit }: { refundId?: string | undefined; limit: number },
): Promise<Delivery[]> {
  return reader.all<Delivery>(
    `SELECT ${COLUMNS} FROM refund_deliveries WHERE workspace_id = ? AND (CAST(? AS TEXT) IS NULL OR refund_id = ?)
     ORDER BY id DESC LIMIT ?`,
    workspaceId,
    refundId ?? null,
    refundId ?? null,
    limit,
  )
}

/** @throws DomainError NOT_FOUND; another workspace's delivery looks the same as none */
export async function getDelivery(reader: Reader, workspaceId: string, id: string): Promise<Delivery> {
  const delivery = await reader.get<Delivery>(
    `SELECT ${COLUMNS} FROM refund_deliveries WHERE workspace_id = ? AND id = ?`,
    workspaceId,
    id,
  )
  if (delivery) return delivery
  throw new DomainError('NOT_FOUND', 'no_such_delivery', 'This workspace has no delivery with this id.')
}

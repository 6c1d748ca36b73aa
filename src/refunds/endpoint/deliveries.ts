import { DomainError } from '../../lib/errors.ts'
import type { Reader } from '../../store/store.ts'
import { DELIVERY_COLUMNS, type RecordedDelivery } from '../refunds.ts'

/** A recorded request. `refundId` is null for a request without a refund. */
export interface ListedDelivery extends RecordedDelivery {
  refundId: string | null
}

const COLUMNS = `refund_id AS "refundId", ${DELIVERY_COLUMNS}`

/** Recorded requests to the endpoint of a workspace, the newest first. */
export async function listDeliveries(
  reader: Reader,
  workspaceId: string,
  { refundId, limit }: { refundId?: string | undefined; limit: number },
): Promise<ListedDelivery[]> {
  return reader.all<ListedDelivery>(
    `SELECT ${COLUMNS} FROM refund_deliveries WHERE workspace_id = ? AND (CAST(? AS TEXT) IS NULL OR refund_id = ?)
     ORDER BY id DESC LIMIT ?`,
    workspaceId,
    refundId ?? null,
    refundId ?? null,
    limit,
  )
}

/** @throws DomainError NOT_FOUND, also for a delivery of another workspace */
export async function getDelivery(reader: Reader, workspaceId: string, id: string): Promise<ListedDelivery> {
  const delivery = await reader.get<ListedDelivery>(
    `SELECT ${COLUMNS} FROM refund_deliveries WHERE workspace_id = ? AND id = ?`,
    workspaceId,
    id,
  )
  if (delivery) return delivery
  throw new DomainError('NOT_FOUND', 'no_such_delivery', 'This workspace has no delivery with this id. Check the id.')
}

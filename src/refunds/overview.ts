import { DAY_MS } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'

/** What waits for an agent, and what went wrong. Amounts in minor units. */
export interface RefundOverview {
  waiting: number
  /** When the oldest of them began to wait, in epoch milliseconds; null if none waits. */
  oldestAt: number | null
  sums: { currency: string; amount: number }[]
  failedThisWeek: number
}

export async function refundOverview(reader: Reader, workspaceId: string, now: number): Promise<RefundOverview> {
  const rows = await reader.all<{ currency: string; amount: number; count: number; oldest: string }>(
    `SELECT currency, sum(amount) AS amount, count(*) AS count, min(id) AS oldest FROM refunds
     WHERE workspace_id = ? AND status = 'awaiting_approval' GROUP BY currency ORDER BY currency`,
    workspaceId,
  )
  const oldest = rows.map((row) => row.oldest).sort()[0]
  const began = await reader.get<{ at: number }>(
    `SELECT at FROM refund_moves WHERE refund_id = ? AND to_status = 'awaiting_approval' ORDER BY number DESC LIMIT 1`,
    oldest ?? '',
  )
  const failed = await reader.get<{ count: number }>(
    `SELECT count(*) AS count FROM refunds WHERE workspace_id = ? AND status = 'failed' AND finished_at > ?`,
    workspaceId,
    now - 7 * DAY_MS,
  )
  return {
    waiting: rows.reduce((sum, { count }) => sum + count, 0),
    oldestAt: began?.at ?? null,
    sums: rows.map(({ currency, amount }) => ({ currency, amount })),
    failedThisWeek: failed?.count ?? 0,
  }
}

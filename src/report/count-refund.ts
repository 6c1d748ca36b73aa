import type { Reader } from '../store/store.ts'
import { type Measures, REFUND_AMOUNT, REFUNDS } from './measures.ts'

/** What a refund adds to its day. */
export interface CountedRefund {
  workspaceId: string
  day: string
  measures: Measures
}

/** Counts a refund by its state, reason and currency; undefined for a trial. */
export async function countRefund(reader: Reader, id: string): Promise<CountedRefund | undefined> {
  const row = await reader.get<
    Record<'workspaceId' | 'status' | 'kind' | 'currency', string> & { day: string | null; amount: number }
  >(
    `SELECT workspace_id AS "workspaceId", day, status, kind, amount, currency FROM refunds WHERE id = ? AND trial = 0`,
    id,
  )
  if (!row || row.day === null) return undefined
  const { workspaceId, day, status, kind, currency, amount } = row
  const name = `${status}.${kind}.${currency}`
  return { workspaceId, day, measures: { [`${REFUNDS}.${name}`]: 1, [`${REFUND_AMOUNT}.${name}`]: amount } }
}

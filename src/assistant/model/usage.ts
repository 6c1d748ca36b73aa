import { DAY_MS } from '../../lib/time.ts'
import type { Reader, Tx } from '../../store/store.ts'

/** What models were asked: requests, and tokens as the endpoint counts them. */
export interface Usage {
  calls: number
  tokensIn: number
  tokensOut: number
  /** Answers in its words that were not sent, since they said something else. */
  rejected: number
}

export const NOTHING_USED: Readonly<Usage> = { calls: 0, tokensIn: 0, tokensOut: 0, rejected: 0 }

const KEEP_MS = 400 * DAY_MS

/** A day in UTC, such as `2026-03-01`. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

/** What the model of a workspace was asked today. */
export async function usageToday(reader: Reader, workspaceId: string, now: number): Promise<Usage> {
  const row = await reader.get<Usage>(
    `SELECT calls, tokens_in AS "tokensIn", tokens_out AS "tokensOut", rejected FROM model_usage WHERE workspace_id = ? AND day = ?`,
    workspaceId,
    dayOf(now),
  )
  return row ?? NOTHING_USED
}

export async function addUsage(tx: Tx, workspaceId: string, used: Usage, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO model_usage (workspace_id, day, calls, tokens_in, tokens_out, rejected) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, day) DO UPDATE SET calls = model_usage.calls + excluded.calls,
       tokens_in = model_usage.tokens_in + excluded.tokens_in, tokens_out = model_usage.tokens_out + excluded.tokens_out,
       rejected = model_usage.rejected + excluded.rejected`,
    workspaceId,
    dayOf(now),
    used.calls,
    used.tokensIn,
    used.tokensOut,
    used.rejected,
  )
}

/** Deletes the counts of days that nobody asks for. */
export async function purgeUsage(tx: Tx, now: number): Promise<void> {
  await tx.run('DELETE FROM model_usage WHERE day < ?', dayOf(now - KEEP_MS))
}

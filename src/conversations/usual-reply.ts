import { DAY_MS } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'

/** Of the newest conversations. */
const MOST_COMPARED = 200
/** Fewer replies say nothing about the next one. */
const FEWEST = 5
const WITHIN_MS = 30 * DAY_MS

/**
 * How long customers who were left to people have lately waited for the first reply of an agent: the median, in milliseconds. Null if too
 * few have had one.
 */
export async function usualReplyMs(reader: Reader, workspaceId: string, now: number): Promise<number | null> {
  const rows = await reader.all<{ waited: number | null }>(
    `SELECT (SELECT min(sent_at) FROM messages WHERE conversation_id = c.id AND author = 'agent' AND sent_at >= c.handed_over_at)
       - c.handed_over_at AS waited
     FROM (SELECT id, handed_over_at, trial FROM conversations WHERE workspace_id = ? ORDER BY id DESC LIMIT ?) AS c
     WHERE trial = 0 AND handed_over_at > ?`,
    workspaceId,
    MOST_COMPARED,
    now - WITHIN_MS,
  )
  const waited = rows.flatMap((row) => (row.waited === null ? [] : [row.waited])).sort((one, other) => one - other)
  return waited.length < FEWEST ? null : (waited[Math.floor(waited.length / 2)] ?? null)
}

import { DAY_MS } from '../lib/time.ts'
import type { Store, Tx } from '../store/store.ts'

/** How long events are kept. */
export const KEEP_DAYS = 30
const PURGED_AT_ONCE = 500

/**
 * Erases the events that hold personal data of a customer, with their deliveries: also answers of endpoints may repeat it. The chats of
 * the customer still belong to the customer then.
 *
 * @returns whether there were any
 */
export async function erasePersonalEvents(
  tx: Tx,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<boolean> {
  const rows = await tx.all<{ id: string }>(
    `SELECT id FROM events WHERE personal IS NOT NULL AND workspace_id = ? AND customer_id = ?
     UNION SELECT id FROM events WHERE personal IS NOT NULL AND conversation_id IN (
       SELECT id FROM conversations WHERE workspace_id = ? AND customer_id = ?
       UNION SELECT conversation_id FROM guest_proofs WHERE workspace_id = ? AND customer_id = ?)`,
    ...[workspaceId, customerId, workspaceId, customerId, workspaceId, customerId],
  )
  for (const { id } of rows) {
    await tx.run('DELETE FROM event_deliveries WHERE event_id = ?', id)
    await tx.run('DELETE FROM events WHERE id = ?', id)
  }
  return rows.length > 0
}

/** Deletes events and deliveries that are older than 30 days. */
export async function purgeEvents(store: Store, now: number, signal: AbortSignal): Promise<void> {
  const before = now - KEEP_DAYS * DAY_MS
  const isDone = (table: string, condition: string) =>
    store.writeInBackground(async (tx) => {
      const { changes } = await tx.run(
        `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE created_at < ? ${condition} LIMIT ${PURGED_AT_ONCE})`,
        before,
      )
      return changes < PURGED_AT_ONCE
    })
  do signal.throwIfAborted()
  while (!(await isDone('event_deliveries', '')))
  // A replay keeps its event.
  const isUnused = 'AND NOT EXISTS (SELECT 1 FROM event_deliveries WHERE event_id = events.id)'
  do signal.throwIfAborted()
  while (!(await isDone('events', isUnused)))
}

import type { Store, Tx } from '../store/store.ts'

/** Most rows that one transaction deletes, so that purging never blocks pushes. */
const PURGE_BATCH = 1_000

/** Deletes sessions that are over, and the records of identity tokens that have expired. */
export async function purgeWidget(store: Store, now: number): Promise<void> {
  await inBatches(store, (tx) => purgeSessions(tx, now))
  await inBatches(store, async (tx) => {
    const { changes } = await tx.run(
      `DELETE FROM used_identity_tokens WHERE (workspace_id, jti) IN
         (SELECT workspace_id, jti FROM used_identity_tokens WHERE expires_at <= ? ORDER BY expires_at LIMIT ${PURGE_BATCH})`,
      now,
    )
    return changes
  })
}

async function inBatches(store: Store, purge: (tx: Tx) => Promise<number>): Promise<void> {
  let purged: number
  do {
    purged = await store.writeInBackground(purge)
  } while (purged === PURGE_BATCH)
}

/** Deletes sessions that nobody can continue. A conversation in which nothing has happened is deleted with its last session. */
async function purgeSessions(tx: Tx, now: number): Promise<number> {
  const old = await tx.all<{ id: string; conversation_id: string }>(
    `SELECT id, conversation_id FROM widget_sessions WHERE kept_until <= ? ORDER BY kept_until LIMIT ${PURGE_BATCH}`,
    now,
  )
  await tx.many(
    'DELETE FROM widget_sessions WHERE id = ?',
    old.map(({ id }) => [id]),
  )
  await tx.many(
    `DELETE FROM conversations WHERE id = ?
       AND last_event IS NULL
       AND NOT EXISTS (SELECT 1 FROM widget_sessions WHERE conversation_id = conversations.id)`,
    old.map(({ conversation_id }) => [conversation_id]),
  )
  return old.length
}

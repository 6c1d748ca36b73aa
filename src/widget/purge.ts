import type { Store, Tx } from '../store/store.ts'

/** At most this many rows go in one transaction, so that purging never holds up a push. */
const PURGE_BATCH = 1_000

/** Deletes what no longer counts: sessions whose time is up, and records of identity tokens that are too old to be used again. */
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

/** A conversation in which nothing was ever said, as pages leave them behind, goes with its last session. */
async function purgeSessions(tx: Tx, now: number): Promise<number> {
  const old = await tx.all<{ id: string; conversation_id: string }>(
    `SELECT id, conversation_id FROM widget_sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT ${PURGE_BATCH}`,
    now,
  )
  await tx.many(
    'DELETE FROM widget_sessions WHERE id = ?',
    old.map(({ id }) => [id]),
  )
  await tx.many(
    `DELETE FROM conversations WHERE id = ?
       AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation_id = conversations.id)
       AND NOT EXISTS (SELECT 1 FROM refunds WHERE conversation_id = conversations.id)
       AND NOT EXISTS (SELECT 1 FROM widget_sessions WHERE conversation_id = conversations.id)`,
    old.map(({ conversation_id }) => [conversation_id]),
  )
  return old.length
}

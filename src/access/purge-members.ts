import type { Store } from '../store/store.ts'
import { IDLE_MS, LONGEST_MS } from './member-sessions.ts'

/** At most this many rows go in one transaction, so that purging never holds up a push. */
const PURGE_BATCH = 1_000

/** Deletes what no longer counts: sessions and links whose time is up, and networks from which a member has not signed in for as long as a session lasts. */
export async function purgeMembers(store: Store, now: number): Promise<void> {
  await purge(store, 'member_sessions', 'last_used_at <= ? OR created_at <= ?', [now - IDLE_MS, now - LONGEST_MS])
  await purge(store, 'member_links', 'expires_at <= ?', [now])
  await purge(store, 'member_networks', 'signed_in_at <= ?', [now - LONGEST_MS])
}

async function purge(store: Store, table: string, condition: string, values: number[]): Promise<void> {
  const key = table === 'member_networks' ? 'member_id, network' : 'id'
  let purged: number
  do {
    const { changes } = await store.writeInBackground((tx) =>
      tx.run(
        `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${PURGE_BATCH})`,
        ...values,
      ),
    )
    purged = changes
  } while (purged === PURGE_BATCH)
}

import { MINUTE_MS } from '../lib/time.ts'
import type { Reader, Tx } from '../store/store.ts'

/** Where the chat of a workspace was last seen. */
export interface Sighting {
  /** The origin of the page, such as `https://shop.example`. */
  origin: string
  /** Epoch milliseconds, to the minute. */
  at: number
}

/** Notes that a page has started a chat session, at most once a minute. */
export async function noteSighting(tx: Tx, workspaceId: string, origin: string, now: number): Promise<void> {
  const at = now - (now % MINUTE_MS)
  await tx.run(
    `INSERT INTO widget_sightings (workspace_id, origin, at) VALUES (?, ?, ?)
     ON CONFLICT (workspace_id) DO UPDATE SET origin = excluded.origin, at = excluded.at WHERE widget_sightings.at < excluded.at`,
    workspaceId,
    origin,
    at,
  )
}

/** The page that last started a chat session; undefined if none has. */
export function lastSighting(reader: Reader, workspaceId: string): Promise<Sighting | undefined> {
  return reader.get<Sighting>('SELECT origin, at FROM widget_sightings WHERE workspace_id = ?', workspaceId)
}

import { DAY_MS } from '../lib/time.ts'
import type { Store, Tx } from '../store/store.ts'
import { type AssistantSettings, defaultAssistantSettings } from '../tools/settings.ts'
import { purgeMisses } from './guests.ts'

/** Most rows that one transaction looks at, so that purging never blocks pushes. */
const BATCH = 1_000

interface Kept {
  setting: 'keepTurnsDays' | 'keepToolCallsDays'
  /** Reads ids after one, the oldest first, with the workspace and the time of each. */
  page: string
  remove: string
}

const KEPT: Kept[] = [
  {
    setting: 'keepTurnsDays',
    page: `SELECT turn.id, workspace_id AS "workspaceId", turn.created_at AS at
      FROM assistant_turns AS turn JOIN conversations ON conversations.id = conversation_id
      WHERE turn.id > ? ORDER BY turn.id LIMIT ${BATCH}`,
    remove: 'DELETE FROM assistant_turns WHERE id = ?',
  },
  {
    setting: 'keepToolCallsDays',
    page: `SELECT id, workspace_id AS "workspaceId", at FROM tool_calls WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
    remove: 'DELETE FROM tool_calls WHERE id = ?',
  },
]

/** Deletes what is older than each workspace keeps it: turns with their commands and facts, the log of tools, and misses of guests. */
export async function purgeAssistant(store: Store, now: number, signal?: AbortSignal): Promise<void> {
  const rows = await store.read.all<{ id: string; settings: string }>(
    'SELECT workspace_id AS id, settings FROM assistant_settings',
  )
  const settings = new Map(rows.map(({ id, settings }) => [id, JSON.parse(settings) as Partial<AssistantSettings>]))
  for (const kept of KEPT) {
    const since = (workspaceId: string) =>
      now - (settings.get(workspaceId)?.[kept.setting] ?? defaultAssistantSettings[kept.setting]) * DAY_MS
    let after: string | undefined = ''
    while (after !== undefined && !signal?.aborted) {
      const from: string = after
      after = await store.writeInBackground((tx) => purgeSome(tx, kept, from, since))
    }
  }
  let purged = BATCH
  while (purged === BATCH && !signal?.aborted) purged = await store.writeInBackground((tx) => purgeMisses(tx, now))
}

/** @returns the id to continue after; undefined once rows are too new for any workspace */
async function purgeSome(
  tx: Tx,
  { page, remove }: Kept,
  after: string,
  since: (workspaceId: string) => number,
): Promise<string | undefined> {
  const rows = await tx.all<{ id: string; workspaceId: string; at: number }>(page, after)
  const old = rows.filter(({ workspaceId, at }) => at < since(workspaceId))
  await tx.many(
    remove,
    old.map(({ id }) => [id]),
  )
  return rows.length === BATCH ? rows.at(-1)?.id : undefined
}

import type { Reader, Sql } from '../store/store.ts'
import { type ChangeReader, isStored, type StoredReader } from './readers.ts'

/** How far a reader is behind, in all workspaces. */
export interface ReaderBacklog {
  reader: string
  /** Changes that it has not read. */
  waiting: number
  /** When the oldest of them was written, in epoch milliseconds; null without any. */
  oldestAt: number | null
  /** Changes that were left out, since they failed five times. */
  skipped: number
}

/** SELECT of the changes that a reader has not read, by workspace. */
export function unread({ name, kinds, onlyWithData }: StoredReader): Sql {
  return {
    text: `SELECT changes.workspace_id AS "workspaceId", count(*) AS waiting, min(changes.at) AS "oldestAt" FROM changes
      LEFT JOIN change_places AS place ON place.workspace_id = changes.workspace_id AND place.reader = ?
      WHERE changes.kind IN (${kinds.map(() => '?').join(', ')}) AND changes.number > coalesce(place.number, 0)
        ${onlyWithData ? 'AND changes.data IS NOT NULL' : ''}
      GROUP BY changes.workspace_id`,
    values: [name, ...kinds],
  }
}

export async function backlogOf(reader: Reader, of: StoredReader): Promise<ReaderBacklog> {
  const { text, values } = unread(of)
  const found = await reader.all<{ workspaceId: string; waiting: number; oldestAt: number }>(text, ...values)
  const backlog: ReaderBacklog = { reader: of.name, waiting: 0, oldestAt: null, skipped: 0 }
  for (const { workspaceId, waiting, oldestAt } of found) {
    if (of.isWanted && !(await of.isWanted(reader, workspaceId))) continue
    backlog.waiting += waiting
    backlog.oldestAt = Math.min(oldestAt, backlog.oldestAt ?? oldestAt)
  }
  const row = await reader.get<{ skipped: number | null }>(
    'SELECT sum(skipped) AS skipped FROM change_places WHERE reader = ?',
    of.name,
  )
  return { ...backlog, skipped: row?.skipped ?? 0 }
}

/** The backlog of each reader that keeps a place. */
export async function backlogs(reader: Reader, readers: ChangeReader[]): Promise<ReaderBacklog[]> {
  const found: ReaderBacklog[] = []
  for (const one of readers) if (isStored(one)) found.push(await backlogOf(reader, one))
  return found
}

import type { Reader, Statement, Tx } from '../store/store.ts'
import type { Change, ChangeBatch, LiveReader, ReadLimits, StoredReader } from './readers.ts'

/** Where a reader is in the changes of a workspace. */
export interface Place {
  /** Of the last change that it has done. */
  number: number
  /** How much of the change after it is done, as the reader counts. */
  done: number
  /** Tries of that change that have failed. */
  failures: number
}

const BEGINNING: Place = { number: 0, done: 0, failures: 0 }

/** Limits of a batch: rows, and bytes of their data. */
const MOST_ROWS = 1_000
const MOST_BYTES = 256 * 1024
const MOST_IDS = 500

/** Changes that were read before the deletion of their workspace may be done after it: then no place may be left behind. */
const EXISTS = 'id = ? AND deleted_at IS NULL'

export async function placeOf(reader: Reader, name: string, workspaceId: string): Promise<Place> {
  const place = await reader.get<Place>(
    'SELECT number, done, failures FROM change_places WHERE workspace_id = ? AND reader = ?',
    workspaceId,
    name,
  )
  return place ?? BEGINNING
}

/** The number of the newest change of a workspace; 0 without any. */
export async function newestNumber(reader: Reader, workspaceId: string): Promise<number> {
  const row = await reader.get<{ number: number | null }>(
    'SELECT max(number) AS number FROM changes WHERE workspace_id = ?',
    workspaceId,
  )
  return row?.number ?? 0
}

/** The newest change of every workspace. Reads one row of each, also of a long table. */
export function newestOfAll(reader: Reader): Promise<{ workspaceId: string; number: number }[]> {
  return reader.all(
    `WITH RECURSIVE each (id) AS (
       SELECT min(workspace_id) FROM changes
       UNION ALL SELECT (SELECT min(workspace_id) FROM changes WHERE workspace_id > each.id) FROM each WHERE id IS NOT NULL)
     SELECT id AS "workspaceId", (SELECT max(number) FROM changes WHERE workspace_id = id) AS number FROM each WHERE id IS NOT NULL`,
  )
}

interface Row extends Omit<Change, 'ids' | 'data'> {
  ids: string
  data: string | null
  bytes: number
}

/** Changes of some kinds after a number, the oldest first. `isCut`: whether there may be more. */
export async function changesAfter(
  reader: Reader,
  workspaceId: string,
  number: number,
  { kinds, onlyWithData = false }: Pick<StoredReader, 'kinds' | 'onlyWithData'>,
  { mostIds = MOST_IDS, needsData = true }: ReadLimits = {},
): Promise<{ changes: Change[]; isCut: boolean }> {
  const changes: Change[] = []
  let bytes = 0
  let count = 0
  const isFull = () => changes.length >= MOST_ROWS || bytes >= MOST_BYTES || count >= mostIds
  await reader.until<Row>(
    (row) => {
      const ids = JSON.parse(row.ids) as string[]
      changes.push({ number: row.number, kind: row.kind, ids, data: row.data && JSON.parse(row.data), at: row.at })
      bytes += row.bytes
      count += ids.length
      return isFull()
    },
    `SELECT number, kind, ids, ${needsData ? 'data' : 'NULL AS data'}, coalesce(octet_length(data), 0) AS bytes, at FROM changes
     WHERE workspace_id = ? AND number > ? AND kind IN (${kinds.map(() => '?').join(', ')}) ${onlyWithData ? 'AND data IS NOT NULL' : ''} ORDER BY number LIMIT ?`,
    workspaceId,
    number,
    ...kinds,
    MOST_ROWS,
  )
  return { changes, isCut: isFull() }
}

/** The next changes for a reader, at least one, and where it was read. */
export interface Unread {
  place: Place
  changes: Change[]
  isCut: boolean
}

/** What decides which changes a reader reads. */
type ReadBy = Pick<StoredReader, 'name' | 'kinds' | 'onlyWithData'>

/**
 * What a reader reads next in a workspace; undefined if it has read all of its kinds.
 *
 * @param passed all changes up to this number are done, or of other kinds
 */
export async function nextUnread(
  from: Reader,
  reader: ReadBy,
  workspaceId: string,
  { passed = 0, ...limits }: { passed?: number } & ReadLimits = {},
): Promise<Unread | undefined> {
  const place = await placeOf(from, reader.name, workspaceId)
  const after = Math.max(place.number, passed)
  const { changes, isCut } = await changesAfter(from, workspaceId, after, reader, limits)
  return changes.length > 0 ? { place, changes, isCut } : undefined
}

/** The batch of changes that were read. */
export function batchOf({ name }: LiveReader, workspaceId: string, { place, changes }: Unread): ChangeBatch {
  const behind = { number: changes.at(-1)?.number ?? place.number, done: 0 }
  return { workspaceId, changes, moved: () => movePlace(name, workspaceId, place, behind) }
}

/**
 * Moves a place, if it is still where it was read; otherwise the statement changes no row.
 *
 * @param to behind a change, or behind `done` ids of the one after it
 */
export function movePlace(
  name: string,
  workspaceId: string,
  from: Pick<Place, 'number' | 'done'>,
  to: Pick<Place, 'number' | 'done'>,
): Statement {
  return {
    sql: `INSERT INTO change_places (workspace_id, reader, number, done) SELECT id, ?, ?, ? FROM workspaces WHERE ${EXISTS}
      ON CONFLICT (workspace_id, reader) DO UPDATE SET number = excluded.number, done = excluded.done, failures = 0
      WHERE change_places.number = ? AND change_places.done = ?`,
    values: [name, to.number, to.done, workspaceId, from.number, from.done],
  }
}

/** Counts a try of the next change that has failed. */
export async function countFailure(tx: Tx, name: string, workspaceId: string): Promise<void> {
  await tx.run(
    `INSERT INTO change_places (workspace_id, reader, number, failures) SELECT id, ?, 0, 1 FROM workspaces WHERE ${EXISTS}
     ON CONFLICT (workspace_id, reader) DO UPDATE SET failures = change_places.failures + 1`,
    name,
    workspaceId,
  )
}

/** Leaves out a change that can't be done. `doctor` and the metrics report it. */
export async function skipChange(
  tx: Tx,
  name: string,
  { workspaceId, number, now }: { workspaceId: string; number: number; now: number },
): Promise<void> {
  await tx.run(
    `UPDATE change_places SET number = ?, done = 0, failures = 0, skipped = skipped + 1, skipped_at = ?
     WHERE workspace_id = ? AND reader = ?`,
    number,
    now,
    workspaceId,
    name,
  )
}

/** Lets a reader begin with the changes of a workspace that come after this transaction. */
export async function startReading(tx: Tx, { name }: Pick<StoredReader, 'name'>, workspaceId: string): Promise<void> {
  await tx.run(
    `INSERT INTO change_places (workspace_id, reader, number) SELECT id, ?, ? FROM workspaces WHERE ${EXISTS}
     ON CONFLICT (workspace_id, reader) DO UPDATE SET number = excluded.number, done = 0, failures = 0`,
    name,
    await newestNumber(tx, workspaceId),
    workspaceId,
  )
}

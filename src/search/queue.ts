import { indexAllWords } from '../conversations/words.ts'
import type { Erased, Upserted } from '../http/hooks.ts'
import { emptyIndex } from '../store/sqlite/text-index/tables.ts'
import { unindexRow } from '../store/sqlite/text-index/write.ts'
import type { Reader, Statement, Tx } from '../store/store.ts'
import { indexedType, searchedResources } from './indexed-types.ts'
import { askForCleaning } from './upkeep.ts'

/** Announced with every commit that left something to index. */
export const TO_INDEX = 'search'

/** Notes the objects of a call for the index, unless {@link takeWaiting} does: one row a call, since every push pays for it. */
export function noteUpserted(tx: Tx, upserted: Upserted, now: number): Promise<void> | undefined {
  return upserted.isQueued || !indexedType(upserted.resource) ? undefined : queueChanged(tx, upserted, now)
}

async function queueChanged(tx: Tx, { resource, workspaceId, results }: Upserted, now: number): Promise<void> {
  const changed = results.filter(({ status }) => status !== 'stale')
  if (changed.length === 0) return
  await tx.run(
    'INSERT INTO search_queue (workspace_id, resource, ids, queued_at) VALUES (?, ?, ?, ?)',
    workspaceId,
    resource,
    JSON.stringify(changed.map(({ id }) => id)),
    now,
  )
  tx.announce(TO_INDEX)
}

/** Notes the objects of the calls in `filter_queue` up to a number, which leave that table in the same transaction. */
export function takeWaiting(upTo: number): Statement {
  return {
    sql: `INSERT INTO search_queue (workspace_id, resource, ids, queued_at)
      SELECT workspace_id, resource, ids, queued_at FROM filter_queue WHERE number <= ? ORDER BY number`,
    values: [upTo],
  }
}

/** Deletes an erased object from the index. A job cleans the pages on which its words were. */
export async function forgetErased(
  tx: Tx,
  { resource, workspaceId, id, isPersonal }: Erased,
  now: number,
): Promise<void> {
  const type = indexedType(resource)
  if (!type) return
  const found = await tx.get<{ row: number }>(
    `SELECT row FROM search_rows JOIN search_spaces ON number = space
     WHERE workspace_id = ? AND resource = ? AND resource_id = ?`,
    workspaceId,
    resource,
    id,
  )
  if (!found) return
  for (const { sql, values } of unindexRow(type, found.row)) await tx.run(sql, ...values)
  if (isPersonal) await askForCleaning(tx, now)
}

/** Empties the index of a small database, and notes all objects for it. */
export async function indexAnew(tx: Tx, now: number): Promise<void> {
  for (const { sql, values } of emptyIndex) await tx.run(sql, ...values)
  for (const { name } of searchedResources)
    await tx.run(
      `INSERT INTO search_queue (workspace_id, resource, ids, queued_at)
       SELECT workspace_id, ?, json_group_array(id), ? FROM ${name} GROUP BY workspace_id`,
      name,
      now,
    )
  tx.announce(TO_INDEX)
  await indexAllWords(tx, now)
}

/** Calls that wait to be indexed. */
export interface QueuedCall {
  number: number
  workspace_id: string
  resource: string
  ids: string
}

/**
 * The oldest waiting calls, up to the one with which those like the first have `most` objects, and not the hundreds after it.
 *
 * @returns `isAll`: whether no call waits after them
 */
export async function oldestCalls(reader: Reader, most: number): Promise<{ calls: QueuedCall[]; isAll: boolean }> {
  let first: QueuedCall | undefined
  let objects = 0
  const calls = await reader.until<QueuedCall>(
    (call) => {
      first ??= call
      if (isLike(first, call)) objects += (JSON.parse(call.ids) as string[]).length
      return objects >= most
    },
    'SELECT number, workspace_id, resource, ids FROM search_queue ORDER BY number LIMIT ?',
    most,
  )
  return { calls, isAll: objects < most && calls.length < most }
}

/** Whether two calls have objects of one type and workspace. */
export function isLike(one: QueuedCall, other: QueuedCall): boolean {
  return one.workspace_id === other.workspace_id && one.resource === other.resource
}

/** The kind of job that empties the index and indexes all objects again. */
export const REBUILD_JOB = 'search.rebuild'

/** How far the index is behind. */
export interface SearchLag {
  /** Calls that wait to be indexed. */
  waiting: number
  /** Milliseconds for which the oldest change has been waiting. */
  lagMs: number
  /** Whether all objects of some type are being indexed, or soon will be, after an upgrade or on request. */
  isFilling: boolean
}

const QUEUES = ['search_queue', 'filter_queue']

export async function searchLag(reader: Reader, now: number): Promise<SearchLag> {
  const queued = await reader.all<{ queued_at: number }>(
    QUEUES.map((table) => `SELECT * FROM (SELECT queued_at FROM ${table} ORDER BY number LIMIT 1)`).join(' UNION ALL '),
  )
  const counted = await reader.all<{ waiting: number }>(
    QUEUES.map((table) => `SELECT count(*) AS waiting FROM ${table}`).join(' UNION ALL '),
  )
  // A rebuild that waits empties the index when it begins.
  const filling = await reader.get(
    "SELECT 1 FROM search_fills UNION ALL SELECT 1 FROM jobs WHERE kind = ? AND status = 'waiting' LIMIT 1",
    REBUILD_JOB,
  )
  return {
    waiting: counted.reduce((sum, { waiting }) => sum + waiting, 0),
    lagMs: Math.max(0, ...queued.map(({ queued_at }) => now - queued_at)),
    isFilling: filling !== undefined,
  }
}

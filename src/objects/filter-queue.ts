import type { Reader, Sql, Statement, Tx } from '../store/store.ts'
import type { FilterEntry } from './filter-values.ts'

/*
 * New objects whose filter values are not in `filter_entries` yet: one row a call, see schema.sql. A push that added them itself would
 * write a page of that table for almost every value; a job adds those of many calls together, so each page is written once. Look-ups
 * search both tables, and a change of an object's values goes to `filter_entries` at once, so they find the same before and after the job.
 */

/** Announced with every commit that left values to add. */
export const VALUES_WAIT = 'filter-values'

/** Larger calls add their values themselves: theirs are many already, and look-ups have to read all that wait. */
export const MOST_WAITING = 100

/** The values of one object. */
export interface OwnedEntries {
  id: string
  entries: FilterEntry[]
}

/** The objects of one call: all that were created or updated, and the values of new ones, which are of one part. */
export interface WaitingCall {
  workspaceId: string
  resource: string
  part: number
  ids: string[]
  added: OwnedEntries[]
}

export async function queueEntries(
  tx: Tx,
  { workspaceId, resource, part, ids, added }: WaitingCall,
  now: number,
): Promise<void> {
  await tx.run(
    'INSERT INTO filter_queue (workspace_id, resource, part, ids, entries, queued_at) VALUES (?, ?, ?, ?, ?, ?)',
    workspaceId,
    resource,
    part,
    JSON.stringify(ids),
    entriesText(added),
    now,
  )
  tx.announce(VALUES_WAIT)
}

/** By id, then by filter, whose name repeats for several values: so SQL gets them without parsing a list for each. */
function entriesText(added: OwnedEntries[]): string {
  const ofObjects = added.map(({ id, entries }) => `${JSON.stringify(id)}:{${entries.map(entryText).join()}}`)
  return `{${ofObjects.join()}}`
}

function entryText([filter, value]: FilterEntry): string {
  return `${JSON.stringify(filter)}:${JSON.stringify(value)}`
}

/** SELECT of the `id`s of objects with a waiting value. */
export function waitingWith(workspaceId: string, filter: string, value: string | number): Sql {
  return {
    // Few calls have the text of the value: only theirs is parsed.
    text: `SELECT object.key AS id FROM filter_queue AS call CROSS JOIN json_each(call.entries) AS object
      CROSS JOIN json_each(object.value) AS waiting
      WHERE call.workspace_id = ? AND instr(call.entries, ?) > 0 AND waiting.key = ? AND waiting.atom = ?`,
    values: [workspaceId, entryText([filter, value]), filter, value],
  }
}

/**
 * Removes the waiting values of one object, which are about to change.
 *
 * @returns whether there were any
 */
export async function dropWaiting(
  tx: Tx,
  { workspaceId, resource, id }: { workspaceId: string; resource: string; id: string },
): Promise<boolean> {
  const { changes } = await tx.run(
    `UPDATE filter_queue SET entries = (
       SELECT json_group_object(object.key, json(object.value)) FROM json_each(filter_queue.entries) AS object
       WHERE object.key <> ?)
     WHERE workspace_id = ? AND resource = ? AND instr(entries, ?) > 0`,
    id,
    workspaceId,
    resource,
    `${JSON.stringify(id)}:{`,
  )
  return changes > 0
}

/** Limits of one transaction, so that a push hardly waits for it. */
const TURN_CALLS = 1_000
const TURN_BYTES = 256 * 1024

/** The calls whose values the next transaction should add: up to a number. `hasMore`: whether others wait after them. */
export interface NextWaiting {
  upTo: number
  hasMore: boolean
}

/** @returns undefined if none waits */
export async function nextWaiting(reader: Reader): Promise<NextWaiting | undefined> {
  const next = await reader.get<{ first: number | null; last: number; bytes: number; newest: number }>(
    `SELECT min(number) AS first, max(number) AS last, sum(octet_length(entries)) AS bytes,
       (SELECT max(number) FROM filter_queue) AS newest
     FROM (SELECT number, entries FROM filter_queue ORDER BY number LIMIT ?)`,
    TURN_CALLS,
  )
  if (!next || next.first === null) return undefined
  const { first, last, bytes, newest } = next
  // Most calls are alike, so about the limit is near enough.
  const upTo = first + Math.floor((last - first) * Math.min(1, TURN_BYTES / bytes))
  return { upTo, hasMore: newest > upTo }
}

/**
 * Adds the values of all calls up to a number. Running it again changes nothing. Their pages stay in memory until the commit, so sorting
 * the values would only take time.
 */
export function addWaiting(upTo: number): Statement {
  return {
    sql: `INSERT INTO filter_entries (workspace_id, filter, part, value, id)
      SELECT call.workspace_id, entry.key, call.part, entry.atom, object.key FROM filter_queue AS call
      CROSS JOIN json_each(call.entries) AS object CROSS JOIN json_each(object.value) AS entry
      WHERE call.number <= ? ON CONFLICT DO NOTHING`,
    values: [upTo],
  }
}

/** Removes the calls up to a number, whose values were added. */
export function removeWaiting(upTo: number): Statement {
  return { sql: 'DELETE FROM filter_queue WHERE number <= ?', values: [upTo] }
}

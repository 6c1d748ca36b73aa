import { JsonText } from '../lib/json.ts'
import type { Sql, Statement, Tx } from '../store/store.ts'
import type { FilterEntry } from './filter-values.ts'

/*
 * New objects whose filter values are not in `filter_entries` yet: their values are in the `data` of the change that reports them. A push
 * that added them itself would write a page of that table for almost every value; a reader of changes adds those of many calls together, so
 * each page is written once. Look-ups search both tables, and a change of an object's values goes to `filter_entries` at once, so they find
 * the same before and after the reader.
 */

/** The name of the reader that adds them. */
export const FILTERS = 'filters'

/** Larger calls add their values themselves: theirs are many already, and look-ups have to read all that wait. */
export const MOST_WAITING = 100

/** The values of one object. */
export interface OwnedEntries {
  id: string
  entries: FilterEntry[]
}

/** The values of new objects, which are of one part. */
export interface WaitingValues {
  part: number
  added: OwnedEntries[]
}

/**
 * The values as the `data` of a change: `part`, and `values` by id, then by filter, whose name repeats for several values: so SQL gets them
 * without parsing a list for each.
 */
export function waitingData({ part, added }: WaitingValues): JsonText {
  const ofObjects = added.map(({ id, entries }) => `${keyText(id)}{${entries.map(entryText).join()}}`)
  return new JsonText(`{"part":${part},"values":{${ofObjects.join()}}}`)
}

const keyText = (id: string) => `${JSON.stringify(id)}:`

function entryText([filter, value]: FilterEntry): string {
  return `${JSON.stringify(filter)}:${JSON.stringify(value)}`
}

/** SQL for the number of the last change whose values were added, with two `?`. */
const ADDED = 'coalesce((SELECT number FROM change_places WHERE workspace_id = ? AND reader = ?), 0)'

/** SELECT of the `id`s of objects with a waiting value. */
export function waitingWith(workspaceId: string, filter: string, value: string | number): Sql {
  return {
    // Few calls have the text of the value: only theirs is parsed.
    text: `SELECT object.key AS id FROM changes AS call CROSS JOIN json_each(call.data, '$.values') AS object
      CROSS JOIN json_each(object.value) AS waiting
      WHERE call.workspace_id = ? AND call.number > ${ADDED} AND instr(call.data, ?) > 0
        AND waiting.key = ? AND waiting.atom = ?`,
    values: [workspaceId, workspaceId, FILTERS, entryText([filter, value]), filter, value],
  }
}

/** An object by its type and id. */
interface ValuesOwner {
  workspaceId: string
  /** The name of its type. */
  resource: string
  id: string
}

/** Removes the values of an object from changes after a number. */
async function removeValues(tx: Tx, { workspaceId, resource, id }: ValuesOwner, after: Sql): Promise<boolean> {
  const { changes } = await tx.run(
    `UPDATE changes SET data = json_object('part', data -> '$.part', 'values', json((
       SELECT json_group_object(object.key, json(object.value)) FROM json_each(changes.data, '$.values') AS object
       WHERE object.key <> ?)))
     WHERE workspace_id = ? AND number > ${after.text} AND kind = ? AND instr(data, ?) > 0`,
    id,
    workspaceId,
    ...after.values,
    resource,
    `${keyText(id)}{`,
  )
  return changes > 0
}

/**
 * Removes the waiting values of one object, which are about to change.
 *
 * @returns whether there were any
 */
export function dropWaiting(tx: Tx, owner: ValuesOwner): Promise<boolean> {
  return removeValues(tx, owner, { text: ADDED, values: [owner.workspaceId, FILTERS] })
}

/** Removes all values of an erased object, also those that were added and are only not deleted yet. */
export async function eraseWaiting(tx: Tx, owner: ValuesOwner): Promise<void> {
  await removeValues(tx, owner, { text: '0', values: [] })
}

/**
 * Adds the values of changes that wait, up to a number. Their pages stay in memory until the commit, so sorting the values would only take
 * time.
 */
export function addWaiting(workspaceId: string, upTo: number): Statement {
  return {
    sql: `INSERT INTO filter_entries (workspace_id, filter, part, value, id)
      SELECT call.workspace_id, entry.key, call.data ->> '$.part', entry.atom, object.key FROM changes AS call
      CROSS JOIN json_each(call.data, '$.values') AS object CROSS JOIN json_each(object.value) AS entry
      WHERE call.workspace_id = ? AND call.number > ${ADDED} AND call.number <= ? AND call.data IS NOT NULL
      ON CONFLICT DO NOTHING`,
    values: [workspaceId, workspaceId, FILTERS, upTo],
  }
}

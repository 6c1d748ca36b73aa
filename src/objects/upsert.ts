import type { Changed } from '../http/hooks.ts'
import { nextTurn } from '../lib/gate.ts'
import { remembered } from '../lib/remember.ts'
import type { Tx } from '../store/store.ts'
import { addEntries, changeEntries } from './filter-entries.ts'
import { columnsOf } from './filter-values.ts'
import { knownPart, newestPart, noteCreated } from './parts.ts'
import { merge, type PreparedObject } from './prepare.ts'
import type { Resource } from './resource.ts'
import { StoredIsLong } from './stored-bytes.ts'
import { MOST_WAITING, type OwnedEntries, type WaitingValues } from './waiting-values.ts'

export const upsertStatuses = ['created', 'updated', 'stale'] as const
export type UpsertStatus = (typeof upsertStatuses)[number]

export interface UpsertResult {
  id: string
  status: UpsertStatus
}

export interface UpsertOutcome {
  /** One result for each object, in the same order. */
  results: UpsertResult[]
  changed: Changed[]
  /** Filter values of new objects that were not added to `filter_entries`: the caller reports them with the change. */
  waiting: WaitingValues | undefined
}

export interface UpsertOptions {
  mostStored?: number | undefined
  importedIn?: string | null | undefined
}

/** How many objects were created, updated, or ignored as stale. */
export type UpsertCounts = Record<UpsertStatus, number>

export function countOf(results: UpsertResult[]): UpsertCounts {
  const counts: UpsertCounts = { created: 0, updated: 0, stale: 0 }
  for (const { status } of results) counts[status]++
  return counts
}

interface StoredRow {
  updated_at: number
  part: number | null
  importedIn: string | null
  bytes: number
  /** Null if it is too long. */
  data: string | null
}

/** The statements for one table. A new object costs only the insert: most objects of a history import are new. */
function statementsFor(resource: Resource) {
  const { name } = resource
  const found = columnsOf(resource).map(({ storage }) => storage.column)
  const all = ['workspace_id', 'id', 'updated_at', 'data', 'part', ...found]
  return {
    insert: insertOf(name, all),
    insertImported: insertOf(name, [...all, 'imported_in']),
    // SQLite knows the length of a text without reading it.
    select: `SELECT updated_at, part, imported_in AS "importedIn", octet_length(data) AS bytes, CASE WHEN octet_length(data) <= ? THEN data END AS data
      FROM ${name} WHERE workspace_id = ? AND id = ?`,
    filterColumns: found,
    unmark: `UPDATE ${name} SET imported_in = NULL WHERE workspace_id = ? AND id = ?`,
    /** By the filter columns that change, joined: an update writes the indexes of every named column, also for an equal value. */
    update: remembered((changed) => {
      const columns = ['updated_at', 'data', ...(changed === '' ? [] : changed.split(','))]
      return `UPDATE ${name} SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE workspace_id = ? AND id = ?`
    }),
  }
}

function insertOf(table: string, columns: string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ON CONFLICT (workspace_id, id) DO NOTHING`
}

type Statements = ReturnType<typeof statementsFor>

const statementsByTable = new Map<string, Statements>()

function statementsOf(resource: Resource): Statements {
  const known = statementsByTable.get(resource.name)
  if (known) return known
  const statements = statementsFor(resource)
  statementsByTable.set(resource.name, statements)
  return statements
}

/**
 * Creates or updates objects by id, in order; the same id may come twice. An object that is not strictly newer than the stored copy is
 * ignored as `stale`. An absent field keeps its stored value, null clears the field, an array or object replaces the whole stored one.
 *
 * @param of `mostStored`: how many bytes of stored objects may change; `importedIn`: the backfill that the objects belong to
 * @throws StoredIsLong if more would change
 */
export async function upsert(
  tx: Tx,
  resource: Resource,
  workspaceId: string,
  objects: PreparedObject[],
  { mostStored = Number.MAX_SAFE_INTEGER, importedIn = null }: UpsertOptions = {},
): Promise<UpsertOutcome> {
  const statements = statementsOf(resource)
  const results: UpsertResult[] = []
  const changed: Changed[] = []
  let waiting: WaitingValues | undefined
  let left = mostStored
  const portions = portionsOf(objects)
  const mayWait = portions.length === 1 && objects.length <= MOST_WAITING
  for (const portion of portions) {
    if (results.length > 0) await nextTurn()
    const part = knownPart(resource, workspaceId) ?? (await newestPart(tx, resource, workspaceId))
    const mark = importedIn === null ? [] : [importedIn]
    const inserted = await tx.many(
      importedIn === null ? statements.insert : statements.insertImported,
      portion.map(({ id, updatedAt, data, found }) => [
        ...[workspaceId, id, updatedAt, data, part],
        ...found.columns,
        ...mark,
      ]),
    )
    let added: OwnedEntries[] = []
    let merged = 0
    for (const [index, object] of portion.entries()) {
      const { id, found } = object
      if (inserted[index]?.changes === 1) {
        if (found.entries && found.entries.length > 0) added.push({ id, entries: found.entries })
        noteCreated(resource, workspaceId)
        results.push({ id, status: 'created' })
        changed.push({ id, before: null, after: found })
        continue
      }
      if (added.some((created) => created.id === id)) {
        // Its values must be there before they change.
        await addEntries(tx, { workspaceId, part }, added)
        added = []
      }
      if (merged > PORTION) {
        await nextTurn()
        merged = 0
      }
      const { updated, bytes } = await update(tx, resource, statements, { workspaceId, object, left, importedIn })
      merged += bytes
      left -= bytes
      results.push({ id, status: updated ? 'updated' : 'stale' })
      if (updated) changed.push(updated)
    }
    if (added.length === 0) continue
    if (mayWait) waiting = { part, added }
    else await addEntries(tx, { workspaceId, part }, added)
  }
  return { results, changed, waiting }
}

/** JSON that is written before other calls get a turn of the event loop: other writes wait for the transaction, but reads must not. */
const PORTION = 2 * 1024 * 1024

function portionsOf(objects: PreparedObject[]): PreparedObject[][] {
  const portions: PreparedObject[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const object of objects) {
    if (length > PORTION) {
      portions.push([])
      length = 0
    }
    portions.at(-1)?.push(object)
    length += object.data.length
  }
  return portions
}

/**
 * @param of `left`: how many bytes of stored objects may change; `importedIn`: see {@link upsert}
 * @returns what changed, undefined for a stale object; and the bytes of the stored one
 */
async function update(
  tx: Tx,
  resource: Resource,
  statements: Statements,
  {
    workspaceId,
    object,
    left,
    importedIn,
  }: { workspaceId: string; object: PreparedObject; left: number; importedIn: string | null },
): Promise<{ updated: Changed | undefined; bytes: number }> {
  const { id, updatedAt } = object
  const stored = await tx.get<StoredRow>(statements.select, left, workspaceId, id)
  if (!stored) return { updated: undefined, bytes: 0 }
  // A shop that pushes an object has it, also if an import was first: what the import brought can be erased without it.
  const isTaken = stored.importedIn !== null && stored.importedIn !== importedIn
  if (updatedAt <= stored.updated_at) {
    if (isTaken) await tx.run(statements.unmark, workspaceId, id)
    return { updated: undefined, bytes: 0 }
  }
  if (stored.data === null) throw new StoredIsLong()
  const { data, before, found } = merge(resource, stored.data, object)
  const isChanged = (_: unknown, index: number) => found.columns[index] !== before.columns[index]
  const changed = statements.filterColumns.filter(isChanged)
  const values = found.columns.filter(isChanged)
  await tx.run(statements.update(changed.join()), updatedAt, data, ...values, workspaceId, id)
  if (isTaken) await tx.run(statements.unmark, workspaceId, id)
  // An object without a part has no entries yet: the fill job adds them.
  const { part } = stored
  if (before.entries && found.entries && part !== null)
    await changeEntries(tx, { workspaceId, resource: resource.name, part, id }, before.entries, found.entries)
  return { updated: { id, before, after: found }, bytes: stored.bytes }
}

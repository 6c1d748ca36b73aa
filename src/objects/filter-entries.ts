import type { SqlValue, Tx } from '../store/store.ts'
import type { FilterEntry } from './filter-values.ts'
import { dropWaiting, type OwnedEntries } from './waiting-values.ts'

/** The object that entries belong to, and its part. */
export interface EntryOwner {
  workspaceId: string
  /** The name of its type. */
  resource: string
  part: number
  id: string
}

/** Numbers of entries that one statement adds, most first. A row of a long statement takes a third of the time of a short one. */
const LENGTHS = [32, 16, 8, 7, 6, 5, 4, 3, 2, 1]
/** The columns in which the rows of one statement differ. */
const OWN_COLUMNS = 2
const inserts = LENGTHS.map((length) => ({
  length,
  // Binding a value takes longer than repeating it.
  sql: `INSERT INTO filter_entries (workspace_id, filter, part, value, id)
    ${length === 1 ? 'VALUES (?, ?, ?, ?, ?)' : `SELECT ?, ?, ?, column1, column2 FROM (VALUES ${Array(length).fill('(?, ?)').join(', ')}) AS added WHERE true`}
    ON CONFLICT DO NOTHING`,
}))

/** Adds entries of objects of one part. Existing ones are kept. */
export async function addEntries(
  tx: Tx,
  { workspaceId, part }: Pick<EntryOwner, 'workspaceId' | 'part'>,
  added: OwnedEntries[],
): Promise<void> {
  const byFilter = new Map<string, SqlValue[]>()
  for (const { id, entries } of added)
    for (const [filter, value] of entries) {
      const values = byFilter.get(filter)
      if (values) values.push(value, id)
      else byFilter.set(filter, [value, id])
    }
  for (const [filter, values] of byFilter) {
    let from = 0
    for (const { length, sql } of inserts)
      while (values.length - from >= length * OWN_COLUMNS) {
        const to = from + length * OWN_COLUMNS
        await tx.run(sql, workspaceId, filter, part, ...values.slice(from, to))
        from = to
      }
  }
}

async function removeEntries(tx: Tx, owner: EntryOwner, entries: FilterEntry[]): Promise<void> {
  if (entries.length > 0)
    await tx.many(
      'DELETE FROM filter_entries WHERE workspace_id = ? AND filter = ? AND part = ? AND value = ? AND id = ?',
      entries.map((entry) => rowOf(owner, entry)),
    )
}

/** Replaces the entries `before`, some of which may wait, with the entries `after`. Entries in both are not touched. */
export async function changeEntries(
  tx: Tx,
  owner: EntryOwner,
  before: FilterEntry[],
  after: FilterEntry[],
): Promise<void> {
  const [gone, added] = [without(before, after), without(after, before)]
  if (gone.length + added.length === 0) return
  const haveWaited = await dropWaiting(tx, owner)
  await removeEntries(tx, owner, gone)
  await addEntries(tx, owner, [{ id: owner.id, entries: haveWaited ? after : added }])
}

function without(entries: FilterEntry[], others: FilterEntry[]): FilterEntry[] {
  const known = new Set(others.map(keyOf))
  return entries.filter((entry) => !known.has(keyOf(entry)))
}

const keyOf = ([filter, value]: FilterEntry) => `${filter} ${value}`

/** A row of `filter_entries`, in the order of its columns. */
function rowOf({ workspaceId, part, id }: EntryOwner, [filter, value]: FilterEntry): SqlValue[] {
  return [workspaceId, filter, part, value, id]
}

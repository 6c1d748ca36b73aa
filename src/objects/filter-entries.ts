import type { SqlValue, Tx } from '../store/store.ts'
import type { Entry } from './filter-values.ts'

/** The object that entries belong to, and its part. */
export interface EntryOwner {
  workspaceId: string
  part: number
  id: string
}

/** The entries of one object. */
export interface OwnedEntries {
  owner: EntryOwner
  entries: Entry[]
}

/** Numbers of entries that one statement adds, most first. A row of a long statement takes half the time of a short one. */
const LENGTHS = [32, 16, 8, 7, 6, 5, 4, 3, 2, 1]
const COLUMNS = 5
const ROW = '(?, ?, ?, ?, ?)'
const inserts = LENGTHS.map((length) => ({
  length,
  sql: `INSERT INTO filter_entries (workspace_id, filter, part, value, id)
    VALUES ${Array(length).fill(ROW).join(', ')} ON CONFLICT DO NOTHING`,
}))

/** Adds entries of objects. Existing ones are kept. */
export async function addEntries(tx: Tx, added: OwnedEntries[]): Promise<void> {
  const values: SqlValue[] = []
  for (const { owner, entries } of added)
    for (const [filter, value] of entries) values.push(owner.workspaceId, filter, owner.part, value, owner.id)
  let from = 0
  for (const { length, sql } of inserts)
    while (values.length - from >= length * COLUMNS) {
      const to = from + length * COLUMNS
      await tx.run(sql, ...(from === 0 && to === values.length ? values : values.slice(from, to)))
      from = to
    }
}

export async function removeEntries(tx: Tx, owner: EntryOwner, entries: Entry[]): Promise<void> {
  if (entries.length > 0)
    await tx.many(
      'DELETE FROM filter_entries WHERE workspace_id = ? AND filter = ? AND part = ? AND value = ? AND id = ?',
      entries.map((entry) => rowOf(owner, entry)),
    )
}

/** Replaces the entries `before` with the entries `after`. Entries in both are not touched. */
export async function changeEntries(tx: Tx, owner: EntryOwner, before: Entry[], after: Entry[]): Promise<void> {
  await removeEntries(tx, owner, without(before, after))
  await addEntries(tx, [{ owner, entries: without(after, before) }])
}

function without(entries: Entry[], others: Entry[]): Entry[] {
  const known = new Set(others.map(keyOf))
  return entries.filter((entry) => !known.has(keyOf(entry)))
}

const keyOf = ([filter, value]: Entry) => `${filter} ${value}`

/** A row of `filter_entries`, in the order of its columns. */
function rowOf({ workspaceId, part, id }: EntryOwner, [filter, value]: Entry): SqlValue[] {
  return [workspaceId, filter, part, value, id]
}

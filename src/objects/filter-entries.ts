import type { SqlValue, Tx } from '../store/store.ts'
import type { Entry } from './filter-values.ts'

/** The object that entries belong to, and its part. */
export interface EntryOwner {
  workspaceId: string
  part: number
  id: string
}

/** Most entries of one statement. Most objects have fewer, so they need only one. */
const MOST = 8
const ROW = '(?, ?, ?, ?, ?)'
const inserts = Array.from(
  { length: MOST },
  (_, index) =>
    `INSERT INTO filter_entries (workspace_id, filter, part, value, id)
     VALUES ${Array(index + 1)
       .fill(ROW)
       .join(', ')} ON CONFLICT DO NOTHING`,
)

/** Adds entries of an object. Existing ones are kept. */
export async function addEntries(tx: Tx, owner: EntryOwner, entries: Entry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += MOST) {
    const some = entries.slice(from, from + MOST)
    const values: SqlValue[] = []
    for (const entry of some) values.push(...rowOf(owner, entry))
    await tx.run(inserts[some.length - 1] as string, ...values)
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
  await addEntries(tx, owner, without(after, before))
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

import { createGate } from '../lib/gate.ts'
import { ownBuffers } from '../lib/memory.ts'
import type { SqlValue, Store } from '../store/store.ts'
import type { ListPlace } from './find.ts'
import {
  choosePage,
  isLong,
  LIST_PAGE_BYTES,
  type ReadChosen,
  type Rows,
  rowById,
  SHORT,
  SIZES,
  writeCursor,
} from './page.ts'
import {
  askedOf,
  inReadingTurn,
  inTurn,
  type ListQuery,
  type ObjectPage,
  type ShownObject,
  showObject,
  showPage,
  showRows,
} from './read.ts'
import type { Resource } from './resource.ts'

/*
 * Objects for a response, which needs their JSON and no values. Short ones are read and shown at once. Long ones are read in the reading
 * thread, and shown in another one: the thread that serves only hands over their bytes.
 */

/** A stored object on its way between threads. */
export interface LongRow extends ListPlace {
  /** The JSON. */
  data: Uint8Array
  /** What others have added to the object. */
  added?: string[] | undefined
}

export interface LongRows {
  rows: LongRow[]
  nextCursor: string | null
}

/** Makes the JSON of a response in another thread: `showApart` of a route's context, whose `show` gets the rows. */
export type ShowApart = (given: LongRows, bytes: Uint8Array[]) => Promise<Uint8Array>

type Reads = Pick<Store, 'read' | 'readSlowly'>

/** The maximum number of waiting responses of one workspace. */
const MAX_WAITING = 50
/** Made one at a time: one may take a hundred megabytes. */
const apart = createGate(1, { maxWaiting: MAX_WAITING, what: 'reads of large objects' })
/** The name of the line of these reads in the reading thread. No workspace has it: they have taken turns before. */
const LINE = 'pages'

/**
 * Like `listObjects`; a long page as the bytes of its JSON.
 *
 * @throws DomainError BAD_REQUEST and SERVICE_UNAVAILABLE like `listObjects`; SERVICE_UNAVAILABLE if too many reads of large objects of
 *   the workspace wait
 */
export async function listForResponse(
  { read, readSlowly }: Reads,
  resource: Resource,
  workspaceId: string,
  query: Omit<ListQuery, 'readSlowly'>,
  showApart: ShowApart,
): Promise<ObjectPage | Uint8Array> {
  const asked = askedOf(resource, workspaceId, { ...query, readSlowly })
  const found = await inReadingTurn<ObjectPage | ReadChosen>(workspaceId, async () => {
    const readChosen = await choosePage(read, resource, asked)
    const { rows, bytes, next } = await readChosen(SHORT)
    if (isLong(rows)) return { value: readChosen, bytes: 0 }
    return { value: await showPage(read, resource, workspaceId, rows, next), bytes }
  })
  if (typeof found !== 'function') return found
  return inTurn(apart, workspaceId, async () => {
    const long = await readApart({ read, readSlowly }, resource, workspaceId, await found(SIZES))
    return showAll(long, showApart)
  })
}

/**
 * Like `getObject`; a long object as the bytes of its JSON.
 *
 * @throws DomainError SERVICE_UNAVAILABLE if too many reads of large objects of the workspace wait
 */
export async function getForResponse(
  { read, readSlowly }: Reads,
  resource: Resource,
  workspaceId: string,
  id: string,
  showApart: ShowApart,
): Promise<ShownObject | Uint8Array | undefined> {
  const found = await inReadingTurn<ShownObject | 'long' | undefined>(workspaceId, async () => {
    const row = await rowById(read, resource, workspaceId, id, SHORT)
    if (!row) return { value: undefined, bytes: 0 }
    if (isLong([row])) return { value: 'long', bytes: 0 }
    const [object] = await showRows(read, resource, workspaceId, [row])
    return { value: object, bytes: row.bytes }
  })
  if (found !== 'long') return found
  return inTurn<Uint8Array | undefined>(apart, workspaceId, async () => {
    const long = await readApart({ read, readSlowly }, resource, workspaceId, { rows: [{ id }], next: null })
    return long.rows.length === 0 ? { value: undefined, bytes: 0 } : showAll(long, showApart)
  })
}

async function showAll(long: LongRows, showApart: ShowApart): Promise<{ value: Uint8Array; bytes: number }> {
  const parts = long.rows.map(({ data }) => data)
  const bytes = parts.reduce((sum, { length }) => sum + length, 0)
  return { value: await showApart(long, parts), bytes }
}

/** Reads rows in the reading thread. One that is gone is left out, and one that has another place in the list by now. */
async function readApart(
  { read, readSlowly }: Reads,
  resource: Resource,
  workspaceId: string,
  { rows, next }: Pick<Rows, 'next'> & { rows: { id: string; updated_at?: number }[] },
): Promise<LongRows> {
  const statements = rows.map(({ id, updated_at }) => rowOf(resource, workspaceId, id, updated_at))
  const options = { limitMs: Number.POSITIVE_INFINITY, mostBytes: LIST_PAGE_BYTES }
  const { rows: long, isComplete } = await readSlowly<LongRow>(LINE, statements, options)
  const ids = long.map(({ id }) => id)
  const added = await resource.beside?.read(read, workspaceId, ids)
  // Objects may have grown since the page was chosen: then it ends earlier.
  const reached = isComplete ? next : (long.at(-1) ?? next)
  return {
    rows: long.map((row) => ({ ...row, added: added?.get(row.id) })),
    nextCursor: reached && writeCursor(reached),
  }
}

function rowOf({ name }: Resource, workspaceId: string, id: string, updatedAt: number | undefined) {
  const isSame = updatedAt === undefined ? '' : ' AND updated_at = ?'
  const values: SqlValue[] = [workspaceId, id, ...(updatedAt === undefined ? [] : [updatedAt])]
  return {
    sql: `SELECT id, updated_at, CAST(data AS BLOB) AS data FROM ${name} WHERE workspace_id = ? AND id = ?${isSame}`,
    values,
  }
}

/** An object from a row that was read apart. The memory of the row is freed at once, see `release`. */
export function showLong(resource: Resource, { data, added, ...row }: LongRow): ShownObject {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString()
  for (const memory of ownBuffers([data])) memory.transfer(0)
  return showObject(resource, { ...row, data: text }, added)
}

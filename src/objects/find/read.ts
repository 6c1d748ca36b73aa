import { createGate, nextTurn } from '../../lib/gate.ts'
import { toIso } from '../../lib/time.ts'
import type { Reader, ReadSlowly, Sql } from '../../store/store.ts'
import { present } from '../prepare.ts'
import type { Resource } from '../resource.ts'
import type { ListSort } from './by-filter.ts'
import { conditionsOf, type FilterValues } from './filter.ts'
import { createFill, LONG_BYTES, type Row, readCursor, readPage, rowById, writeCursor } from './page.ts'

/** An object as the API shows it: the pushed fields, times as ISO-8601 in UTC. */
export type ShownObject = { id: string; updatedAt: string } & Record<string, unknown>

export interface ObjectPage {
  data: ShownObject[]
  /** Where the next page begins; null on the last one. */
  nextCursor: string | null
}

export interface ListQuery {
  /** Most objects on the page. */
  limit: number
  cursor?: string | undefined
  /** Epoch milliseconds, inclusive. */
  updatedSince?: number | undefined
  /** The newest change is first if it is left out. A cursor belongs to the sort of its list. */
  sort?: ListSort | undefined
  /** Filters of the type, as the caller wrote them. */
  filters?: FilterValues | undefined
  /** The tests of filters that are decided elsewhere, by name. */
  tests?: Record<string, Sql> | undefined
  /** Reads objects of filters without an index apart from pushes. */
  readSlowly?: ReadSlowly | undefined
}

/** Whether a workspace has any object of a type. */
export async function hasObjects(reader: Reader, { name }: Resource, workspaceId: string): Promise<boolean> {
  return (await reader.get(`SELECT 1 FROM ${name} WHERE workspace_id = ? LIMIT 1`, workspaceId)) !== undefined
}

/** Pages are read one at a time: 40 pages at once would need hundreds of megabytes. */
const reading = createGate(1)

/**
 * Runs `read` when it is its turn in the line of all pages; workspaces take turns. After a long read, the turn ends only once the response
 * could be written.
 */
export async function inReadingTurn<T>(
  workspaceId: string,
  read: () => Promise<{ value: T; bytes: number }>,
): Promise<T> {
  const leave = await reading.enter(workspaceId)
  let isLong = false
  try {
    const { value, bytes } = await read()
    isLong = bytes > LONG_BYTES
    return value
  } finally {
    if (isLong) nextTurn().then(leave)
    else leave()
  }
}

/** One object; undefined if the workspace has no object with this id. */
export function getObject(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  id: string,
): Promise<ShownObject | undefined> {
  return inReadingTurn(workspaceId, () => readObject(reader, resource, workspaceId, id))
}

/**
 * Some fields of an object as they are stored, and the bytes of it all; undefined if the workspace has no object with this id. For a name
 * or number beside something else: SQLite finds them without the memory that the whole object takes.
 */
export function fieldsOf<Fields extends Record<string, string | number | null>>(
  reader: Reader,
  { name }: Resource,
  workspaceId: string,
  id: string,
  fields: (keyof Fields & string)[],
): Promise<(Fields & { bytes: number }) | undefined> {
  const columns = fields.map((field) => `data ->> '$.${field}' AS "${field}"`).join(', ')
  const sql = `SELECT octet_length(data) AS bytes, ${columns} FROM ${name} WHERE workspace_id = ? AND id = ?`
  return reader.get(sql, workspaceId, id)
}

async function readObject(reader: Reader, resource: Resource, workspaceId: string, id: string) {
  const row = await rowById(reader, resource, workspaceId, id)
  if (!row) return { value: undefined, bytes: 0 }
  const [value] = await presentRows(reader, resource, workspaceId, [row])
  return { value, bytes: row.bytes }
}

/**
 * Objects by id, in the order of the ids; unknown ids are left out. The list is cut before it has more than {@link LIST_PAGE_BYTES}.
 * `bytes` is about the size of all of them as JSON.
 */
export function getObjects(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  ids: string[],
): Promise<{ data: ShownObject[]; isCut: boolean; bytes: number }> {
  return inReadingTurn(workspaceId, async () => {
    const fill = createFill(ids.length)
    const rows: Row[] = []
    let isCut = false
    for (const id of ids) {
      const row = await rowById(reader, resource, workspaceId, id)
      if (!row) continue
      isCut = !fill.takes(row)
      if (isCut) break
      rows.push(row)
    }
    const data = await presentRows(reader, resource, workspaceId, rows)
    return { value: { data, isCut, bytes: fill.bytes() }, bytes: fill.bytes() }
  })
}

/**
 * A page of objects, by default the newest change (`updatedAt`) first. The cursor names the last object of the page, not a number, so that objects
 * pushed between two pages do not shift the rest. A page also ends at {@link LIST_PAGE_BYTES}. A filtered page may be short or empty,
 * since the search is limited; the list ends when `nextCursor` is null.
 *
 * @throws DomainError BAD_REQUEST for an invalid cursor, an unknown filter or an invalid value; SERVICE_UNAVAILABLE for a filter that is
 *   still being indexed after an upgrade
 */
export function listObjects(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  {
    limit,
    cursor,
    updatedSince = Number.MIN_SAFE_INTEGER,
    sort = 'newest',
    filters = {},
    tests,
    readSlowly,
  }: ListQuery,
): Promise<ObjectPage> {
  const conditions = conditionsOf(resource, filters, tests)
  const after = readCursor(cursor, sort)
  const asked = { workspaceId, limit, since: updatedSince, sort, after, conditions, readSlowly }
  return inReadingTurn(workspaceId, async () => {
    const { rows, bytes, next } = await readPage(reader, resource, asked)
    const data = await presentRows(reader, resource, workspaceId, rows)
    return { value: { data, nextCursor: next && writeCursor(next) }, bytes }
  })
}

async function presentRows(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  rows: Row[],
): Promise<ShownObject[]> {
  const ids = rows.map(({ id }) => id)
  const added = await resource.beside?.read(reader, workspaceId, ids)
  const shown: ShownObject[] = []
  // Reading the rows has taken its time already.
  let bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  const afterLongWork = async () => {
    if (bytes <= LONG_BYTES) return
    await nextTurn()
    bytes = 0
  }
  for (const row of rows) {
    await afterLongWork()
    bytes += row.bytes
    shown.push(presentRow(resource, row, added?.get(row.id)))
  }
  // Next comes the JSON of all of them.
  await afterLongWork()
  return shown
}

/** A stored object as the API shows it. @param added what others have added to it */
function presentRow(
  { schema, beside }: Resource,
  { id, updated_at, data }: Pick<Row, 'id' | 'updated_at' | 'data'>,
  added: string[] | undefined,
): ShownObject {
  const fields = present(schema, JSON.parse(data)) as Record<string, unknown>
  if (added) beside?.add(fields, added)
  return { id, updatedAt: toIso(updated_at), ...fields }
}

import { badRequest } from '../lib/errors.ts'
import { createGate, nextTurn } from '../lib/gate.ts'
import { toIso } from '../lib/time.ts'
import type { Reader, ReadSlowly, Sql } from '../store/store.ts'
import { requireFilled } from './fill-job.ts'
import { conditionsOf, type FilterCondition, type FilterValues } from './filter.ts'
import { FRONT, find, type ListPlace } from './find.ts'
import { present } from './prepare.ts'
import type { Resource } from './resource.ts'

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
  /** Filters of the type, as the caller wrote them. */
  filters?: FilterValues | undefined
  /** The tests of filters that are decided elsewhere, by name. */
  tests?: Record<string, Sql> | undefined
  /** Reads objects of filters without an index apart from pushes. */
  readSlowly?: ReadSlowly | undefined
}

interface Row extends ListPlace {
  data: string
}

/** Whether a workspace has any object of a type. */
export async function hasObjects(reader: Reader, { name }: Resource, workspaceId: string): Promise<boolean> {
  return (await reader.get(`SELECT 1 FROM ${name} WHERE workspace_id = ? LIMIT 1`, workspaceId)) !== undefined
}

/** Most bytes of stored JSON on a page. An object that is larger has its own page. */
export const LIST_PAGE_BYTES = 4 * 1024 * 1024

/** Pages are read one at a time: 40 pages at once would need hundreds of megabytes. */
const reading = createGate(1)
/** After this many bytes, other work gets a turn of the event loop; a finished response is written in that turn. */
const LONG_BYTES = 256 * 1024

/** Runs `read` when it is its turn. After a long read, the turn ends only once the response could be written. */
async function inTurn<T>(workspaceId: string, read: () => Promise<{ value: T; bytes: number }>): Promise<T> {
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
  return inTurn(workspaceId, () => readObject(reader, resource, workspaceId, id))
}

/**
 * The fields of an object as they are stored, times as epoch milliseconds; undefined if the workspace has no object with this id. For a
 * name or number beside something else: to show a whole object takes several times as long.
 */
export async function storedFields(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const row = await rowById(reader, resource, workspaceId, id)
  return row && JSON.parse(row.data)
}

async function readObject(reader: Reader, resource: Resource, workspaceId: string, id: string) {
  const row = await rowById(reader, resource, workspaceId, id)
  if (!row) return { value: undefined, bytes: 0 }
  const [value] = await showRows(reader, resource, workspaceId, [row])
  return { value, bytes: row.data.length }
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
  return inTurn(workspaceId, async () => {
    const fill = createFill(ids.length)
    const rows: Row[] = []
    let isCut = false
    for (const id of ids) {
      const row = await rowById(reader, resource, workspaceId, id)
      if (!row) continue
      isCut = !fill.takes(row.data)
      if (isCut) break
      rows.push(row)
    }
    const data = await showRows(reader, resource, workspaceId, rows)
    return { value: { data, isCut, bytes: fill.bytes() }, bytes: fill.bytes() }
  })
}

/**
 * A page of objects, the newest change (`updatedAt`) first. The cursor names the last object of the page, not a number, so that objects
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
  { limit, cursor, updatedSince = Number.MIN_SAFE_INTEGER, filters = {}, tests, readSlowly }: ListQuery,
): Promise<ObjectPage> {
  const conditions = conditionsOf(resource, filters, tests)
  const after = cursor === undefined ? FRONT : readCursor(cursor)
  const asked: Asked = { workspaceId, limit, since: updatedSince, after, conditions, readSlowly }
  return inTurn(workspaceId, async () => {
    const { rows, bytes, next } = await (conditions.length > 0 ? findRows : readRows)(reader, resource, asked)
    const data = await showRows(reader, resource, workspaceId, rows)
    return { value: { data, nextCursor: next && writeCursor(next) }, bytes }
  })
}

interface Asked {
  workspaceId: string
  limit: number
  since: number
  after: ListPlace
  conditions: FilterCondition[]
  readSlowly: ReadSlowly | undefined
}

/** The rows of a page, and the bytes that were read; the next page begins behind `next`. */
interface Rows {
  rows: Row[]
  bytes: number
  next: ListPlace | null
}

/** Counts the rows of a page; `takes` returns false if the page is full before the row. */
function createFill(limit: number): { bytes: () => number; isFull: () => boolean; takes: (data: string) => boolean } {
  let taken = 0
  let bytes = 0
  return {
    bytes: () => bytes,
    isFull: () => bytes >= LIST_PAGE_BYTES,
    takes: (data) => {
      bytes += Buffer.byteLength(data)
      if (taken === limit || (taken > 0 && bytes > LIST_PAGE_BYTES)) return false
      taken++
      return true
    },
  }
}

async function readRows(
  reader: Reader,
  { name }: Resource,
  { workspaceId, limit, since, after }: Asked,
): Promise<Rows> {
  const fill = createFill(limit)
  const rowsAfter = ({ updated_at, id }: ListPlace) =>
    [workspaceId, since, updated_at, id, limit + 1] satisfies Parameters<Reader['all']>[1][]
  let isOver = false
  const read = await reader.until<Row>(
    ({ data }) => {
      isOver = !fill.takes(data)
      return isOver || fill.isFull()
    },
    `SELECT id, updated_at, data ${listed(name)}`,
    ...rowsAfter(after),
  )
  const rows = isOver ? read.slice(0, -1) : read
  const last = rows.at(-1)
  // The next object may be megabytes, too: it is not read to learn that there is one.
  if (!isOver && last && fill.isFull()) {
    const [following] = await reader.until(() => true, `SELECT 1 ${listed(name)}`, ...rowsAfter(last))
    isOver = following !== undefined
  }
  return { rows, bytes: fill.bytes(), next: isOver ? (last ?? null) : null }
}

const listed = (table: string) =>
  `FROM ${table} WHERE workspace_id = ? AND updated_at >= ? AND (updated_at, id) < (?, ?)
   ORDER BY updated_at DESC, id DESC LIMIT ?`

async function findRows(reader: Reader, resource: Resource, asked: Asked): Promise<Rows> {
  const { workspaceId, limit, conditions } = asked
  await requireFilled(reader, resource, conditions)
  const { places, reached } = await find(reader, resource, { ...asked, most: limit + 1 })
  const fill = createFill(limit)
  const rows: Row[] = []
  let last: ListPlace | null = null
  for (const place of places) {
    const row = await rowById(reader, resource, workspaceId, place.id)
    // An object that was changed since then has another place in the list.
    if (row && row.updated_at === place.updated_at) {
      if (!fill.takes(row.data)) return { rows, bytes: fill.bytes(), next: last }
      rows.push(row)
    }
    last = place
  }
  return { rows, bytes: fill.bytes(), next: places.length > limit ? last : reached }
}

function rowById(reader: Reader, { name }: Resource, workspaceId: string, id: string): Promise<Row | undefined> {
  return reader.get<Row>(`SELECT id, updated_at, data FROM ${name} WHERE workspace_id = ? AND id = ?`, workspaceId, id)
}

async function showRows(reader: Reader, resource: Resource, workspaceId: string, rows: Row[]): Promise<ShownObject[]> {
  const ids = rows.map(({ id }) => id)
  const beside = await resource.beside?.read(reader, workspaceId, ids)
  const shown: ShownObject[] = []
  // Reading the rows has taken its time already.
  let bytes = rows.reduce((sum, { data }) => sum + data.length, 0)
  const afterLongWork = async () => {
    if (bytes <= LONG_BYTES) return
    await nextTurn()
    bytes = 0
  }
  for (const { id, updated_at, data } of rows) {
    await afterLongWork()
    bytes += data.length
    const fields = present(resource.schema, JSON.parse(data)) as Record<string, unknown>
    beside?.get(id)?.(fields)
    shown.push({ id, updatedAt: toIso(updated_at), ...fields })
  }
  // Next comes the JSON of all of them.
  await afterLongWork()
  return shown
}

function writeCursor({ id, updated_at }: ListPlace): string {
  return Buffer.from(JSON.stringify([updated_at, id])).toString('base64url')
}

function readCursor(cursor: string): ListPlace {
  const [updatedAt, id] = parsedCursor(cursor)
  if (typeof updatedAt === 'number' && typeof id === 'string') return { id, updated_at: updatedAt }
  throw badRequest('Invalid cursor. Pass `nextCursor` unchanged, or omit it to start from the first page.', [
    { path: ['cursor'], message: 'is not a cursor' },
  ])
}

function parsedCursor(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

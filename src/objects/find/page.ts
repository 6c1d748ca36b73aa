import { badRequest } from '../../lib/errors.ts'
import type { Reader, ReadSlowly } from '../../store/store.ts'
import { requireFilled } from '../fill-job.ts'
import type { Resource } from '../resource.ts'
import { behindPlace, type Findings, find, frontOf, inOrderOf, type ListPlace, type ListSort } from './by-filter.ts'
import { conditionsOf, type FilterCondition, type FilterValues } from './filter.ts'

/*
 * Which objects are on a page of a list, and their rows.
 */

/** A stored object. */
export interface Row extends ListPlace {
  /** Of the JSON. */
  bytes: number
  /** The JSON. */
  data: string
}

/** Most bytes of stored JSON on a page. An object that is larger has its own page. */
export const LIST_PAGE_BYTES = 4 * 1024 * 1024

/** After this many bytes, other work gets a turn of the event loop; a finished response is written in that turn. */
export const LONG_BYTES = 256 * 1024

/** SQLite knows the length of a text without reading it. */
const COLUMNS = 'id, updated_at, octet_length(data) AS bytes, data'

/** What is asked for: the conditions are those of the filters, `since` is epoch milliseconds, inclusive. */
export interface AskedPage {
  workspaceId: string
  limit: number
  since: number
  sort: ListSort
  after: ListPlace
  conditions: FilterCondition[]
  readSlowly: ReadSlowly | undefined
}

/** The rows of a page, and the bytes that were read; the next page begins behind `next`. */
export interface Rows {
  rows: Row[]
  bytes: number
  next: ListPlace | null
}

/**
 * Reads a page.
 *
 * @throws DomainError SERVICE_UNAVAILABLE for a filter that is still being indexed after an upgrade
 */
export async function readPage(reader: Reader, resource: Resource, asked: AskedPage): Promise<Rows> {
  if (asked.conditions.length === 0) return readRows(reader, resource, asked)
  await requireFilled(reader, resource, asked.conditions)
  const found = await find(reader, resource, { ...asked, most: asked.limit + 1 })
  return rowsOf(reader, resource, asked, found)
}

/** The objects with these values of filters, the newest change first. @throws like {@link readPage} */
export async function placesWith(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  filters: FilterValues,
  most: number,
): Promise<ListPlace[]> {
  const conditions = conditionsOf(resource, filters)
  await requireFilled(reader, resource, conditions)
  const search = { workspaceId, conditions, since: Number.MIN_SAFE_INTEGER, sort: 'newest' as const, most }
  return (await find(reader, resource, { ...search, after: frontOf('newest') })).places
}

/** Counts the rows of a page; `takes` returns false if the page is full before the row. */
export function createFill(limit: number): {
  bytes: () => number
  isFull: () => boolean
  takes: (row: Pick<Row, 'bytes'>) => boolean
} {
  let taken = 0
  let bytes = 0
  return {
    bytes: () => bytes,
    isFull: () => bytes >= LIST_PAGE_BYTES,
    takes: (row) => {
      bytes += row.bytes
      if (taken === limit || (taken > 0 && bytes > LIST_PAGE_BYTES)) return false
      taken++
      return true
    },
  }
}

async function readRows(
  reader: Reader,
  { name }: Resource,
  { workspaceId, limit, since, sort, after }: AskedPage,
): Promise<Rows> {
  const fill = createFill(limit)
  const listed = `FROM ${name} WHERE workspace_id = ? AND ${behindPlace(sort)} ${inOrderOf(sort)} LIMIT ?`
  const rowsAfter = ({ updated_at, id }: ListPlace) =>
    [workspaceId, since, updated_at, id, limit + 1] satisfies Parameters<Reader['all']>[1][]
  let isOver = false
  const read = await reader.until<Row>(
    (row) => {
      isOver = !fill.takes(row)
      return isOver || fill.isFull()
    },
    `SELECT ${COLUMNS} ${listed}`,
    ...rowsAfter(after),
  )
  const rows = isOver ? read.slice(0, -1) : read
  const last = rows.at(-1)
  // The next object may be megabytes, too: it is not read to learn that there is one.
  if (!isOver && last && fill.isFull()) {
    const [following] = await reader.until(() => true, `SELECT 1 ${listed}`, ...rowsAfter(last))
    isOver = following !== undefined
  }
  return { rows, bytes: fill.bytes(), next: isOver ? (last ?? null) : null }
}

async function rowsOf(
  reader: Reader,
  resource: Resource,
  { workspaceId, limit }: AskedPage,
  { places, reached }: Findings,
): Promise<Rows> {
  const fill = createFill(limit)
  const rows: Row[] = []
  let last: ListPlace | null = null
  for (const place of places) {
    const row = await rowById(reader, resource, workspaceId, place.id)
    // An object that was changed since then has another place in the list.
    if (row && row.updated_at === place.updated_at) {
      if (!fill.takes(row)) return { rows, bytes: fill.bytes(), next: last }
      rows.push(row)
    }
    last = place
  }
  return { rows, bytes: fill.bytes(), next: places.length > limit ? last : reached }
}

/** The row of one object; undefined if the workspace has no object with this id. */
export function rowById(reader: Reader, { name }: Resource, workspaceId: string, id: string): Promise<Row | undefined> {
  return reader.get<Row>(`SELECT ${COLUMNS} FROM ${name} WHERE workspace_id = ? AND id = ?`, workspaceId, id)
}

export function writeCursor({ id, updated_at }: ListPlace): string {
  return Buffer.from(JSON.stringify([updated_at, id])).toString('base64url')
}

/** The place that a cursor names; without one, that before the first object. @throws DomainError BAD_REQUEST */
export function readCursor(cursor: string | undefined, sort: ListSort): ListPlace {
  if (cursor === undefined) return frontOf(sort)
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

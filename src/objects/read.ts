import { badRequest } from '../lib/errors.ts'
import { createGate } from '../lib/gate.ts'
import { toIso } from '../lib/time.ts'
import { nextTurn } from '../lib/turn.ts'
import type { Reader } from '../store/store.ts'
import { present } from './present.ts'
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
}

interface Row {
  id: string
  updated_at: number
  data: string
}

/** Where a page ends before its limit, in bytes of the JSON that is stored. A larger object has a page of its own. */
export const PAGE_BYTES = 4 * 1024 * 1024

/** What is read is made one after another: 40 pages at once would be hundreds of megabytes. */
const reading = createGate(1)
/** Behind more than this everyone else gets a turn of the event loop, in which a response that is made is written, too. */
const LONG_BYTES = 256 * 1024

/** Runs `read` when it is its turn, and keeps the turn while what was read is written, if that is long. */
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

/** One object, or undefined where the workspace has none with this id. */
export function getObject(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  id: string,
): Promise<ShownObject | undefined> {
  return inTurn(workspaceId, () => readObject(reader, resource, workspaceId, id))
}

async function readObject(reader: Reader, resource: Resource, workspaceId: string, id: string) {
  const row = await reader.get<Row>(
    `SELECT id, updated_at, data FROM ${resource.name} WHERE workspace_id = ? AND id = ?`,
    workspaceId,
    id,
  )
  if (!row) return { value: undefined, bytes: 0 }
  const [value] = await showRows(reader, resource, workspaceId, [row])
  return { value, bytes: row.data.length }
}

/**
 * A page of objects, the newest change (`updatedAt`) first. A cursor names the last object seen and not a position, so that
 * objects pushed meanwhile neither shift nor repeat what follows. A page ends before its limit at {@link PAGE_BYTES}.
 *
 * @throws DomainError BAD_REQUEST for a cursor that no page gave
 */
export function listObjects(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  query: ListQuery,
): Promise<ObjectPage> {
  return inTurn(workspaceId, () => readPage(reader, resource, workspaceId, query))
}

async function readPage(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  { limit, cursor, updatedSince }: ListQuery,
): Promise<{ value: ObjectPage; bytes: number }> {
  const since = updatedSince ?? Number.MIN_SAFE_INTEGER
  const select = `SELECT id, updated_at, data FROM ${resource.name} WHERE workspace_id = ? AND updated_at >= ?`
  const order = 'ORDER BY updated_at DESC, id DESC LIMIT ?'
  let fits = 0
  let bytes = 0
  const isBehind = ({ data }: Row): boolean => {
    bytes += Buffer.byteLength(data)
    if (fits === limit || (fits > 0 && bytes > PAGE_BYTES)) return true
    fits++
    return false
  }
  const rows = cursor
    ? await reader.until<Row>(
        isBehind,
        `${select} AND (updated_at, id) < (?, ?) ${order}`,
        workspaceId,
        since,
        ...readCursor(cursor),
        limit + 1,
      )
    : await reader.until<Row>(isBehind, `${select} ${order}`, workspaceId, since, limit + 1)
  const hasMore = rows.length > fits
  const page = rows.slice(0, fits)
  const last = page.at(-1)
  const data = await showRows(reader, resource, workspaceId, page)
  return { value: { data, nextCursor: last && hasMore ? writeCursor(last) : null }, bytes }
}

async function showRows(reader: Reader, resource: Resource, workspaceId: string, rows: Row[]): Promise<ShownObject[]> {
  const ids = rows.map(({ id }) => id)
  const beside = await resource.beside?.read(reader, workspaceId, ids)
  const shown: ShownObject[] = []
  let bytes = 0
  for (const { id, updated_at, data } of rows) {
    if (bytes > LONG_BYTES) {
      await nextTurn()
      bytes = 0
    }
    bytes += data.length
    const fields = present(resource.schema, JSON.parse(data)) as Record<string, unknown>
    beside?.get(id)?.(fields)
    shown.push({ id, updatedAt: toIso(updated_at), ...fields })
  }
  return shown
}

function writeCursor({ id, updated_at }: Row): string {
  return Buffer.from(JSON.stringify([updated_at, id])).toString('base64url')
}

function readCursor(cursor: string): [number, string] {
  const [updatedAt, id] = parsedCursor(cursor)
  if (typeof updatedAt === 'number' && typeof id === 'string') return [updatedAt, id]
  throw badRequest(
    'The cursor is none that a list answered with: pass nextCursor as it was given, or leave it out to begin anew.',
    [{ path: ['cursor'], message: 'is not a cursor' }],
  )
}

function parsedCursor(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

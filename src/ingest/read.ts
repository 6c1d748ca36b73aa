import { badRequest } from '../lib/errors.ts'
import { toIso } from '../lib/time.ts'
import type { Reader } from '../store/session.ts'
import { agentTagsOf } from './agent-tags.ts'
import { present } from './present.ts'
import type { Resource } from './resource.ts'

/** An object as the API shows it: the pushed fields, times as ISO-8601 in UTC. */
export type ShownObject = { id: string; updatedAt: string } & Record<string, unknown>

export interface ObjectPage {
  data: ShownObject[]
  /** Where the next page begins; null on the last one. */
  nextCursor: string | null
}

interface Row {
  id: string
  updated_at: number
  data: string
}

/** One object, or undefined where the workspace has none with this id. */
export async function getObject(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  id: string,
): Promise<ShownObject | undefined> {
  const row = await reader.get<Row>(
    `SELECT id, updated_at, data FROM ${resource.name} WHERE workspace_id = ? AND id = ?`,
    workspaceId,
    id,
  )
  if (!row) return undefined
  const [shown] = await showRows(reader, resource, workspaceId, [row])
  return shown
}

/**
 * A page of objects, the newest change (`updatedAt`) first. A cursor names the last object seen and not a position, so that
 * objects pushed meanwhile neither shift nor repeat what follows.
 *
 * @param updatedSince epoch milliseconds, inclusive
 * @throws ApiError BAD_REQUEST for a cursor that no page gave
 */
export async function listObjects(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  { limit, cursor, updatedSince }: { limit: number; cursor?: string | undefined; updatedSince?: number | undefined },
): Promise<ObjectPage> {
  const since = updatedSince ?? Number.MIN_SAFE_INTEGER
  const select = `SELECT id, updated_at, data FROM ${resource.name} WHERE workspace_id = ? AND updated_at >= ?`
  const order = 'ORDER BY updated_at DESC, id DESC LIMIT ?'
  const rows = cursor
    ? await reader.all<Row>(
        `${select} AND (updated_at, id) < (?, ?) ${order}`,
        workspaceId,
        since,
        ...readCursor(cursor),
        limit + 1,
      )
    : await reader.all<Row>(`${select} ${order}`, workspaceId, since, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: await showRows(reader, resource, workspaceId, page),
    nextCursor: last && rows.length > limit ? writeCursor(last) : null,
  }
}

async function showRows(reader: Reader, resource: Resource, workspaceId: string, rows: Row[]): Promise<ShownObject[]> {
  const agentTags =
    resource.name === 'customers'
      ? await agentTagsOf(
          reader,
          workspaceId,
          rows.map(({ id }) => id),
        )
      : undefined
  return rows.map(({ id, updated_at, data }) => {
    const fields = present(resource.schema, JSON.parse(data)) as Record<string, unknown>
    const added = agentTags?.get(id)
    if (added) fields.tags = [...new Set([...((fields.tags as string[] | undefined) ?? []), ...added])]
    return { id, updatedAt: toIso(updated_at), ...fields }
  })
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

import { crc32 } from 'node:zlib'
import type { Reader } from '../store/store.ts'
import type { Resource } from './resource.ts'

/*
 * Chooses the part of its table that a new object goes to: see schema.sql. Look-ups search all parts, so a bad choice loses no object.
 * Small parts make pushes change fewer pages; few parts make look-ups faster.
 */

/**
 * Objects in a part, on average. Each index of the part then has about 30 pages. With unordered e-mail addresses and 22 orders a commit,
 * parts of 8,192 objects wrote a quarter more pages; parts of 512 wrote a third less, but made look-ups among 200,000 orders six times
 * slower.
 */
export const PART_OBJECTS = 2_048

/** By type and workspace: the newest part, as far as this process has seen it. A missing or wrong entry only costs time. */
const newest = new Map<string, Map<string, number>>()

/** The part that new objects go to; undefined if this process has not looked it up yet. */
export function knownPart({ name }: Resource, workspaceId: string): number | undefined {
  return newest.get(name)?.get(workspaceId)
}

function note({ name }: Resource, workspaceId: string, part: number): void {
  const known = newest.get(name)
  if (known) known.set(workspaceId, part)
  else newest.set(name, new Map([[workspaceId, part]]))
}

/** The part that new objects go to. */
export async function newestPart(
  reader: Pick<Reader, 'get'>,
  resource: Resource,
  workspaceId: string,
): Promise<number> {
  const part = knownPart(resource, workspaceId) ?? (await newestStored(reader, resource, workspaceId))
  note(resource, workspaceId, part)
  return part
}

/** Begins a new part after about one in {@link PART_OBJECTS} new objects, chosen by a hash of the id, so that no objects are counted. */
export function noteCreated(resource: Resource, workspaceId: string, id: string): void {
  if (crc32(id) % PART_OBJECTS !== 0) return
  note(resource, workspaceId, (knownPart(resource, workspaceId) ?? 0) + 1)
}

async function newestStored(reader: Pick<Reader, 'get'>, resource: Resource, workspaceId: string): Promise<number> {
  const found = partedIndexes(resource).map(
    ({ table, where }) => `SELECT max(part) AS part FROM ${table} WHERE workspace_id = ? AND ${where}`,
  )
  if (found.length === 0) return 0
  const row = await reader.get<{ part: number | null }>(
    `SELECT max(part) AS part FROM (${found.join(' UNION ALL ')})`,
    ...found.map(() => workspaceId),
  )
  return row?.part ?? 0
}

/** The indexes of a type that begin with workspace and part: the table of each, and the condition under which SQLite uses the index. */
function partedIndexes(resource: Resource): { table: string; where: string }[] {
  return resource.filters.flatMap(({ name, storage }) => {
    if ('entries' in storage) return [{ table: 'filter_entries', where: `filter = '${name}'` }]
    if ('elsewhere' in storage) return []
    const { column, index } = storage
    return index === 'parts' ? [{ table: resource.name, where: `part IS NOT NULL AND ${column} IS NOT NULL` }] : []
  })
}

import type { Reader } from '../store/store.ts'
import type { Resource } from './resource.ts'

/*
 * Chooses the part of its table that a new object goes to: see schema.sql. Look-ups search all parts, so a bad choice loses no object.
 * Small parts make pushes change fewer pages; few parts make look-ups faster.
 */

/**
 * Objects in a part. Each index of the part then has about 30 pages. With unordered e-mail addresses and 22 orders a commit, parts of
 * 8,192 objects wrote a quarter more pages. Parts of 512 wrote a third less, but made look-ups among 120,000 orders 1.4 times slower; the
 * facts of segments are counted by going through all parts, too.
 */
export const PART_OBJECTS = 2_048

/** The part that new objects go to, and how many objects it has. Wrong ones only cost time. */
interface Newest {
  part: number
  objects: number
}

/** By type and workspace: the newest parts, as far as this process has seen them. */
const newest = new Map<string, Map<string, Newest>>()

/** The part that new objects go to; undefined if this process has not looked it up yet. */
export function knownPart({ name }: Resource, workspaceId: string): number | undefined {
  return newest.get(name)?.get(workspaceId)?.part
}

/** The part that new objects go to. */
export async function newestPart(
  reader: Pick<Reader, 'get'>,
  resource: Resource,
  workspaceId: string,
): Promise<number> {
  const known = knownPart(resource, workspaceId)
  if (known !== undefined) return known
  const stored = await newestStored(reader, resource, workspaceId)
  const ofType = newest.get(resource.name) ?? new Map<string, Newest>()
  newest.set(resource.name, ofType.set(workspaceId, stored))
  return stored.part
}

/** Counts a new object of the newest part. The next ones go to a new part if this one is full. */
export function noteCreated({ name }: Resource, workspaceId: string): void {
  const known = newest.get(name)?.get(workspaceId)
  if (!known || ++known.objects < PART_OBJECTS) return
  known.part++
  known.objects = 0
}

/** The objects of the part are counted in the index that has most of them: not all objects have a value for each filter. */
async function newestStored(reader: Pick<Reader, 'get'>, resource: Resource, workspaceId: string): Promise<Newest> {
  const indexes = partedIndexes(resource)
  if (indexes.length === 0) return { part: 0, objects: 0 }
  const found = indexes.map(
    ({ table, where }) => `SELECT max(part) AS part FROM ${table} WHERE workspace_id = ? AND ${where}`,
  )
  const { part } = (await reader.get<{ part: number | null }>(
    `SELECT max(part) AS part FROM (${found.join(' UNION ALL ')})`,
    ...indexes.map(() => workspaceId),
  )) ?? { part: null }
  if (part === null) return { part: 0, objects: 0 }
  const counts = indexes.map(
    ({ table, where }) =>
      `SELECT count(*) AS objects FROM (SELECT 1 FROM ${table} WHERE workspace_id = ? AND ${where} AND part = ? LIMIT ${PART_OBJECTS})`,
  )
  const counted = await reader.get<{ objects: number }>(
    `SELECT max(objects) AS objects FROM (${counts.join(' UNION ALL ')})`,
    ...indexes.flatMap(() => [workspaceId, part]),
  )
  return { part, objects: counted?.objects ?? 0 }
}

/** The indexes of a type that begin with workspace and part: the table of each, and the condition under which SQLite uses the index. */
function partedIndexes(resource: Resource): { table: string; where: string }[] {
  return resource.filters.flatMap(({ storage }) => {
    if ('entries' in storage) return [{ table: 'filter_entries', where: `filter = '${storage.entries}'` }]
    if ('elsewhere' in storage) return []
    const { column, index } = storage
    return index === 'parts' ? [{ table: resource.name, where: `part IS NOT NULL AND ${column} IS NOT NULL` }] : []
  })
}

import { Problem } from '../lib/schema.ts'
import { typesBeingFilled } from '../objects/fill-job.ts'
import { newestWith } from '../objects/find/by-filter.ts'
import type { Resource } from '../objects/resource.ts'
import type { Reader, Sql, Statement } from '../store/store.ts'

/** Filters that identify one object, not a group of objects. */
const NAMING = new Set(['number', 'email', 'phone', 'trackingNumber', 'sku'])

/** Objects of one type that are returned for one field. */
export const MOST_NAMED = 10

/** A way in which a text may name objects of a type: by their `id`, or by the field of a filter. */
export interface Naming {
  resource: Resource
  by: string
}

/** A named object; `naming` is the index of its {@link Naming}. */
export interface NamedRow {
  naming: number
  id: string
}

export interface Namings {
  namings: Naming[]
  /** SELECT of {@link NamedRow}s: of each naming one more than {@link MOST_NAMED}, the newest change first. */
  statement: Statement
  /** Types whose fields are still being indexed after an update: only their ids are looked up. */
  notReady: Resource[]
}

/** The ways in which a text may name objects, ids first. */
export async function namingsOf(
  reader: Reader,
  types: Resource[],
  workspaceId: string,
  text: string,
): Promise<Namings> {
  const trimmed = text.trim()
  const beingFilled = await typesBeingFilled(reader)
  const looks: (Naming & { rows: Sql })[] = types.map((resource) => ({
    resource,
    by: 'id',
    // White space may have come along with a copied text, or be part of an id.
    rows: {
      text: `SELECT id FROM ${resource.name} WHERE workspace_id = ? AND id IN (?, ?)`,
      values: [workspaceId, text, trimmed],
    },
  }))
  const notReady = new Set<Resource>()
  for (const resource of types)
    for (const filter of resource.filters) {
      const { name, read } = filter
      // Each look-up searches all parts of an index, and most texts are no e-mail addresses.
      const value = NAMING.has(name) && (name !== 'email' || trimmed.includes('@')) ? read(trimmed) : undefined
      if (value === undefined || value instanceof Problem) continue
      if (beingFilled.has(resource.name)) notReady.add(resource)
      else
        looks.push({
          resource,
          by: name,
          rows: newestWith(resource, workspaceId, { filter, value }, MOST_NAMED + 1),
        })
    }
  return {
    namings: looks.map(({ resource, by }) => ({ resource, by })),
    statement: {
      sql: looks.map(({ rows }, index) => `SELECT ${index} AS naming, id FROM (${rows.text})`).join(' UNION ALL '),
      values: looks.flatMap(({ rows }) => rows.values),
    },
    notReady: [...notReady],
  }
}

import { nextTurn } from '../../lib/gate.ts'
import type { Reader, ReadSlowly, Sql } from '../../store/store.ts'
import type { Resource } from '../resource.ts'
import { type CandidateRows, needed, sourceOf, testOf } from './candidates.ts'
import type { FilterCondition } from './filter.ts'

/*
 * Finds the objects of a list that match its filters, by their last change. If a filter has few candidates, they are looked up in its
 * index and sorted. Otherwise the list is scanned in order, up to a limit: the first objects at once, more of them in the reading thread.
 * Each way is fast where the other one is slow, and neither blocks other calls for more than some milliseconds.
 */

/** The position of an object in a list. */
export interface ListPlace {
  id: string
  updated_at: number
}

/** Which objects of a list are first: those with the newest or with the oldest change. The index of the list is read in either direction. */
export const listSorts = ['newest', 'oldest'] as const
export type ListSort = (typeof listSorts)[number]

export interface Search {
  workspaceId: string
  conditions: FilterCondition[]
  /** Epoch milliseconds, inclusive. */
  since: number
  sort: ListSort
  /** Only objects behind this place are found. */
  after: ListPlace
  /** Most objects to find. */
  most: number
  /** Reads the long steps of a scan. Without it, pushes wait for them. */
  readSlowly?: ReadSlowly | undefined
}

export interface Findings {
  /** In the order of the list. */
  places: ListPlace[]
  /** Where the scan stopped; null at the end of the list, or if `most` objects were found. */
  reached: ListPlace | null
}

/** The place before the first object of a list. */
export function frontOf(sort: ListSort): ListPlace {
  return { id: '', updated_at: sort === 'newest' ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER }
}

const DIRECTIONS = { newest: { behind: '<', order: 'DESC' }, oldest: { behind: '>', order: 'ASC' } }

/** SQL of the part of a list from a time on and behind a place; its values are `[since, after.updated_at, after.id]`. */
export function behindPlace(sort: ListSort): string {
  return `updated_at >= ? AND (updated_at, id) ${DIRECTIONS[sort].behind} (?, ?)`
}

/** SQL of the order of a list. @param of the table with a dot, if it needs a name */
export function inOrderOf(sort: ListSort, of = ''): string {
  const { order } = DIRECTIONS[sort]
  return `ORDER BY ${of}updated_at ${order}, ${of}id ${order}`
}

/** Most candidates that are sorted for each page, and for one look-up in the reading thread. */
const FEW = 2_000
const MOST_APART = 20_000

/** Finds the objects that match all conditions. */
export async function find(reader: Reader, resource: Resource, search: Search): Promise<Findings> {
  const narrowed = { ...search, since: await laterSince(reader, resource, search) }
  for (const condition of search.conditions) {
    const source = sourceOf(resource, search, condition, FEW)
    const places = source && (await sortCandidates(reader, source, narrowed))
    if (places) return { places, reached: null }
  }
  return goThrough(reader, resource, narrowed)
}

/**
 * The newest objects with one value of a filter that has an index of its own: SELECT of rows `{ id }`, for the reading thread. If very many
 * objects have the value, only some of them are compared.
 */
export function newestWith(resource: Resource, workspaceId: string, condition: FilterCondition, most: number): Sql {
  const search: Search = {
    ...{ workspaceId, conditions: [], since: Number.MIN_SAFE_INTEGER, most },
    ...{ sort: 'newest', after: frontOf('newest') },
  }
  const source = sourceOf(resource, { workspaceId, conditions: [condition] }, condition, MOST_APART)
  if (!source) throw new Error(`the filter ${condition.filter.name} of ${resource.name} has no index of its own`)
  const fit = fitting(source.rows, search)
  const few = fewOf(source, MOST_APART)
  return { text: `${few.text} SELECT id FROM (${fit.text})`, values: [...few.values, ...fit.values] }
}

/** The candidates, one more than `most`, as the table `few` before a SELECT. */
function fewOf({ before, few }: CandidateRows, most = FEW): Sql {
  return {
    text: `${before.text === '' ? 'WITH' : `${before.text},`} few AS MATERIALIZED (${few.text} LIMIT ${most + 1})`,
    values: [...before.values, ...few.values],
  }
}

/** The matching candidates, in order; undefined if there are more than a few. A large shop has many parts, so they are searched once. */
async function sortCandidates(reader: Reader, source: CandidateRows, search: Search): Promise<ListPlace[] | undefined> {
  const isFew = { text: `(SELECT count(*) FROM few) <= ${FEW}`, values: [] }
  const { text, values } = fitting(source.rows, search, [isFew])
  const few = fewOf(source)
  const found = await reader.all<{ total: number } & ({ id: null } | ListPlace)>(
    `${few.text} SELECT counted.total, place.id, place.updated_at FROM (SELECT count(*) AS total FROM few) AS counted
     LEFT JOIN (${text}) AS place ON TRUE ${inOrderOf(search.sort, 'place.')}`,
    ...few.values,
    ...values,
  )
  if ((found[0]?.total ?? 0) > FEW) return undefined
  return found.flatMap((row) => (row.id === null ? [] : { id: row.id, updated_at: row.updated_at }))
}

/** The matching rows, in order. They are a subquery, so that SQLite uses no other index for the rows. */
function fitting(rows: Sql, { workspaceId, conditions, since, sort, after, most }: Search, besides: Sql[] = []): Sql {
  const fits = [...besides, ...conditions.map((condition) => testOf(condition, workspaceId))]
  return {
    text: `SELECT id, updated_at FROM (${rows.text}) AS object
     WHERE ${behindPlace(sort)} ${fits.map(({ text }) => `AND ${text}`).join(' ')}
     ${inOrderOf(sort)} LIMIT ?`,
    values: [...rows.values, since, after.updated_at, after.id, ...fits.flatMap(({ values }) => values), most],
  }
}

/** Most objects of a list that are scanned: in one step, which takes about 2 ms, and for one page. */
const STEPS = {
  /** The index that orders the list has all columns. */
  covered: { step: 10_000, page: 50_000 },
  /** The row of each object has to be read. */
  rows: { step: 2_000, page: 8_000 },
}
/** A small first step is mostly enough, and sorts fewer rows. */
const FIRST_STEP = 500

/** A test of another feature may compare many values with each object. Then a step and a page have fewer objects. */
function lighter({ step, page }: { step: number; page: number }, conditions: FilterCondition[]) {
  const compared = conditions.reduce((sum, { test }) => sum + (test?.values.length ?? 0), 0)
  const share = 1 / (1 + compared / 20)
  return { step: Math.ceil(step * share), page: Math.ceil(page * share) }
}

async function goThrough(reader: Reader, resource: Resource, search: Search): Promise<Findings> {
  const { conditions, most } = search
  const isCovered = conditions.every(({ filter: { storage } }) => 'index' in storage && storage.index === 'updates')
  const { step, page } = isCovered ? STEPS.covered : lighter(STEPS.rows, conditions)
  const places: ListPlace[] = []
  let { after } = search
  let size = Math.min(FIRST_STEP, step)
  for (let gone = 0; gone < page; gone += size) {
    const read = gone === 0 ? shortly(reader) : stepReader(reader, search)
    if (gone > 0) {
      await nextTurn()
      size = Math.min(step, page - gone)
    }
    const here = { ...search, after, most: most - places.length }
    places.push(...(await read(fitting(inOrder(resource, here, needed(conditions), size), here))))
    if (places.length >= most) return { places, reached: null }
    const [last] = await read(numbered(resource, here, size))
    if (!last) return { places, reached: null }
    after = last
  }
  return { places, reached: after }
}

type ReadPlaces = (statement: Sql) => Promise<ListPlace[]>

const shortly =
  (reader: Reader): ReadPlaces =>
  ({ text, values }) =>
    reader.all<ListPlace>(text, ...values)

/** Reads a long step in the reading thread, if there is one. A step is bounded, so it has no time limit. */
function stepReader(reader: Reader, { workspaceId, readSlowly }: Search): ReadPlaces {
  if (!readSlowly) return shortly(reader)
  return async ({ text: sql, values }) =>
    (await readSlowly<ListPlace>(workspaceId, { sql, values }, { limitMs: Number.POSITIVE_INFINITY })).rows
}

/** The next objects of a list, without its filters. */
function inOrder({ name }: Resource, { workspaceId, since, sort, after }: Search, columns: string, size: number): Sql {
  return {
    text: `SELECT ${columns} FROM ${name} WHERE workspace_id = ? AND ${behindPlace(sort)} ${inOrderOf(sort)} LIMIT ?`,
    values: [workspaceId, since, after.updated_at, after.id, size],
  }
}

/** The object number `size`: SELECT of one place, or of none if there are fewer objects. */
function numbered(resource: Resource, search: Search, size: number): Sql {
  const { text, values } = inOrder(resource, search, 'id, updated_at', 1)
  return { text: `${text} OFFSET ?`, values: [...values, size - 1] }
}

/**
 * Returns a later start of the search if a `since` filter allows it. An order placed since March was mostly also updated since March. If
 * no object has the filtered time after its last update, the list can end at the time of the filter.
 *
 * @returns epoch milliseconds, inclusive
 */
async function laterSince(
  reader: Reader,
  { name }: Resource,
  { workspaceId, conditions, since }: Search,
): Promise<number> {
  let latest = since
  for (const { filter, value } of conditions) {
    if (filter.finds !== 'since' || !('column' in filter.storage) || typeof value !== 'number') continue
    const { column } = filter.storage
    const ahead = await reader.get(
      `SELECT 1 FROM ${name} WHERE workspace_id = ? AND ${column} > updated_at AND ${column} >= ? LIMIT 1`,
      workspaceId,
      value,
    )
    if (!ahead) latest = Math.max(latest, value)
  }
  return latest
}

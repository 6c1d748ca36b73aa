import type { NewView } from '../api-types.ts'
import { at } from '../base.ts'
import { data as t } from '../texts/en/data.ts'

export type Type = keyof typeof t.nouns
export const types = Object.keys(t.nouns) as Type[]

/** Rows of a page. */
export const PAGE = 50

/** Filters of the address; which of them a type has, the server says. */
export const filterNames = [
  ...(Object.keys(t.named) as (keyof typeof t.named)[]),
  'status',
  'topic',
  'placedSince',
  'updatedSince',
] as const
export type FilterName = (typeof filterNames)[number]

/** What the address of the list shows. A search has no filters. */
export interface Place {
  type: Type
  q?: string | undefined
  cursor?: string | undefined
  /** The newest change is first without it. */
  sort?: 'oldest' | undefined
  filters: Partial<Record<FilterName, string>>
}

/** Filters that name a person are not kept in a view. */
const KEPT = ['status', 'topic', 'tag', 'segment', 'placedSince', 'updatedSince'] as const

/** What a view keeps of a list. */
export function keptOf({ filters, sort }: Place): NewView['filters'] {
  return { sort, ...Object.fromEntries(KEPT.map((name) => [name, filters[name]])) }
}

export function placeOf(type: string | undefined, { q, cursor, sort, ...query }: Record<string, string>): Place {
  const known = types.find((one) => one === type) ?? 'customers'
  if (q) return { type: known, q, filters: {} }
  const given = filterNames.filter((name) => query[name])
  return {
    type: known,
    cursor: cursor || undefined,
    sort: sort === 'oldest' ? sort : undefined,
    filters: Object.fromEntries(given.map((name) => [name, query[name]])),
  }
}

/** What the server is asked for a place, also the query of its address. */
export function queryOf({ q, cursor, sort, filters }: Place): Record<string, string> {
  return { ...(q ? { q } : {}), ...filters, ...(sort ? { sort } : {}), ...(cursor ? { cursor } : {}) }
}

/** Of the export of a list, which has its filters and its order. */
export function exportPath(place: Place): string {
  return `data/${place.type}?${new URLSearchParams(queryOf({ ...place, cursor: undefined }))}`
}

export function addressOf(place: Place): string {
  const query = new URLSearchParams(queryOf(place)).toString()
  return at(`/data/${place.type}`) + (query ? `?${query}` : '')
}

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
  filters: Partial<Record<FilterName, string>>
}

export function placeOf(type: string | undefined, { q, cursor, ...query }: Record<string, string>): Place {
  const known = types.find((one) => one === type) ?? 'customers'
  if (q) return { type: known, q, filters: {} }
  const given = filterNames.filter((name) => query[name])
  return {
    type: known,
    cursor: cursor || undefined,
    filters: Object.fromEntries(given.map((name) => [name, query[name]])),
  }
}

/** What the server is asked for a place, also the query of its address. */
export function queryOf({ q, cursor, filters }: Place): Record<string, string> {
  return { ...(q ? { q } : {}), ...filters, ...(cursor ? { cursor } : {}) }
}

/** Of the export of a list, which has its filters. */
export function exportPath({ type, filters }: Place): string {
  return `data/${type}?${new URLSearchParams(filters)}`
}

export function addressOf(place: Place): string {
  const query = new URLSearchParams(queryOf(place)).toString()
  return at(`/data/${place.type}`) + (query ? `?${query}` : '')
}

import { at } from '../base.ts'

export const filterNames = ['actor', 'action', 'subject', 'since'] as const
export type Filters = Partial<Record<(typeof filterNames)[number], string>>

/** What the address shows. */
export function filtersOf(query: Record<string, string>): Filters {
  return Object.fromEntries(filterNames.filter((name) => query[name]).map((name) => [name, query[name]]))
}

export function addressOf(filters: Filters, cursor?: string): string {
  const query = new URLSearchParams({ ...filters, ...(cursor ? { cursor } : {}) }).toString()
  return at('/audit') + (query ? `?${query}` : '')
}

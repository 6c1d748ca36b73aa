import { isObject } from '../lib/schema.ts'
import type { Filter, FilterStorage, FilterValue } from './find/filter.ts'
import type { Resource } from './resource.ts'

/** A filter whose values have a column. */
export type ColumnFilter = Filter & { storage: Extract<FilterStorage, { column: string }> }

/** The values that filters find an object by. */
export interface ValuesByFilter {
  /** The values of the columns, in the order of {@link columnsOf}. */
  columns: (FilterValue | null)[]
  /** The rows of `filter_entries`; absent if the type has none. */
  entries?: FilterEntry[]
}

/** The name of a filter in `filter_entries`, and one value of the object for it. */
export type FilterEntry = [filter: string, value: FilterValue]

/** The filters of a type that have a column. */
export function columnsOf({ filters }: Resource): ColumnFilter[] {
  return filters.filter((filter): filter is ColumnFilter => 'column' in filter.storage)
}

/** Returns the filter values of an object from its stored fields. */
export type FindBy = (fields: Fields) => ValuesByFilter

type Fields = Record<string, unknown>

const byTable = new Map<string, FindBy>()

export function findByOf(resource: Resource): FindBy {
  const known = byTable.get(resource.name)
  if (known) return known
  const columns = columnsOf(resource)
  const values = (fields: Fields) => columns.map((filter) => columnValue(filter, fields[filter.field]))
  const names = columns.map(({ storage }) => ('entries' in storage ? storage.entries : undefined))
  const readers = resource.filters.flatMap((filter) =>
    'entries' in filter.storage && !('column' in filter.storage) ? [entriesReader(filter, filter.storage.entries)] : [],
  )
  const hasEntries = readers.length > 0 || names.some((name) => name !== undefined)
  const findBy: FindBy = hasEntries
    ? (fields) => {
        const found = values(fields)
        const entries: FilterEntry[] = []
        for (const [index, value] of found.entries()) {
          const name = names[index]
          if (name !== undefined && value !== null) entries.push([name, value])
        }
        for (const read of readers) read(fields, entries)
        return { columns: found, entries }
      }
    : (fields) => ({ columns: values(fields) })
  byTable.set(resource.name, findBy)
  return findBy
}

function columnValue({ normalize }: Filter, value: unknown): FilterValue | null {
  return value === undefined || value === null ? null : (normalize(value as FilterValue) ?? null)
}

/** In lists up to this length, comparing the values is faster than hashing them. */
const SHORT = 8

/** Returns a function that adds the distinct values of a list field. The list has texts, or objects with one text member to use. */
function entriesReader({ field, normalize }: Filter, name: string): (fields: Fields, entries: FilterEntry[]) => void {
  const [list = '', member] = field.split('.')
  return (fields, entries) => {
    const given = fields[list]
    if (!Array.isArray(given)) return
    const first = entries.length
    const known = given.length > SHORT ? new Set<FilterValue>() : undefined
    const isKnown = (value: FilterValue) => {
      if (!known) return entries.some((entry, index) => index >= first && entry[1] === value)
      if (known.has(value)) return true
      known.add(value)
      return false
    }
    for (const entry of given) {
      const value: unknown = member === undefined ? entry : isObject(entry) ? entry[member] : undefined
      if (typeof value !== 'string') continue
      const normal = normalize(value)
      if (normal !== undefined && !isKnown(normal)) entries.push([name, normal])
    }
  }
}

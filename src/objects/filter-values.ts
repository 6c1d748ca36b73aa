import { isObject } from '../lib/schema.ts'
import type { Filter, FilterValue } from './filter.ts'
import type { Resource } from './resource.ts'

/** A filter whose values have a column. */
export type ColumnFilter = Filter & { storage: { column: string } }

/** The values that filters find an object by. */
export interface ValuesByFilter {
  /** The values of the columns, in the order of {@link columnsOf}. */
  columns: (FilterValue | null)[]
  /** Values of filters on lists; absent if the type has no such filter. */
  entries?: FilterEntry[]
}

/** The name of a filter, and one value of the object for it. */
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
  const readers = resource.filters.filter(({ storage }) => 'entries' in storage).map(entriesReader)
  const findBy: FindBy =
    readers.length === 0
      ? (fields) => ({ columns: values(fields) })
      : (fields) => {
          const entries: FilterEntry[] = []
          for (const read of readers) read(fields, entries)
          return { columns: values(fields), entries }
        }
  byTable.set(resource.name, findBy)
  return findBy
}

function columnValue({ normalize }: Filter, value: unknown): FilterValue | null {
  return value === undefined || value === null ? null : (normalize(value as FilterValue) ?? null)
}

/** In lists up to this length, comparing the values is faster than hashing them. */
const SHORT = 8

/** Returns a function that adds the distinct values of a list field. The list has texts, or objects with one text member to use. */
function entriesReader({ name, field, normalize }: Filter): (fields: Fields, entries: FilterEntry[]) => void {
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

import { badRequest, type Issue } from '../../lib/errors.ts'
import { readTime, timeJson } from '../../lib/given-time.ts'
import { Problem } from '../../lib/schema.ts'
import type { Sql } from '../../store/store.ts'

/*
 * Filters of lists. Each type of object declares its filters with the functions below. The parameters of the list, the columns that a
 * push fills, and the look-ups all come from the declaration. `schema.sql` has the columns and their indexes.
 */

/** A normalized value, as stored and compared: different spellings of one value give the same one. */
export type FilterValue = string | number

/** Values as the caller wrote them, by the name of the filter. */
export type FilterValues = Record<string, FilterValue | undefined>

/** Where the values of a filter are stored, and the index that finds them. */
export type FilterStorage =
  /**
   * A column of the object's table. Its index is one of three: with a range for each part of the table (`parts`), with all values in one
   * range (`whole`), or the index that orders lists and also holds the column (`updates`), which is scanned from the newest object on.
   */
  | { column: string; index: 'parts' | 'whole' | 'updates' }
  /**
   * Rows of `filter_entries` under this name, which a reader of changes adds, see `waiting-values.ts`: of a column, or of a list field, for which `beside`
   * names a table with further values.
   */
  | { column: string; entries: string }
  | { entries: string; beside?: { table: string; column: string; id: string } }
  /** Nowhere: a feature above decides which objects fit, see `FilterTest`. */
  | { elsewhere: true }

export interface Filter {
  /** Name of the parameter, such as `placedSince`. */
  name: string
  description: string
  example: string
  /** The parameter in the API reference, as a fragment of JSON Schema. */
  json: Record<string, unknown>
  /** `equal` finds objects with the same value, `since` objects with this time or a later one. */
  finds: 'equal' | 'since'
  /** The compared field. `variants.sku` stands for the `sku` of the entries of `variants`. */
  field: string
  storage: FilterStorage
  /** Returns the normalized value of a parameter. */
  read(given: unknown): FilterValue | Problem
  /** Returns the value to store for a field; undefined for a value that no filter can find. */
  normalize(value: FilterValue): FilterValue | undefined
}

/** One filter of a list with its normalized value. */
export interface FilterCondition {
  filter: Filter
  value: FilterValue
  /** Of a filter that is decided elsewhere. */
  test?: Sql | undefined
}

/**
 * Reads the filters of a list call.
 *
 * @param tests of filters that are decided elsewhere, by name
 * @throws DomainError BAD_REQUEST for an unknown filter or an invalid value
 */
export function conditionsOf(
  { name: type, filters }: { name: string; filters: Filter[] },
  given: FilterValues,
  tests: Record<string, Sql> = {},
): FilterCondition[] {
  const conditions: FilterCondition[] = []
  const issues: Issue[] = []
  for (const [name, asked] of Object.entries(given)) {
    if (asked === undefined) continue
    const filter = filters.find((candidate) => candidate.name === name)
    const isDecided = filter !== undefined && (!('elsewhere' in filter.storage) || tests[name] !== undefined)
    const value = isDecided ? filter.read(asked) : new Problem(`is not a filter of ${type}`)
    if (value instanceof Problem) issues.push({ path: [name], message: value.message })
    else if (filter) conditions.push({ filter, value, test: tests[name] })
  }
  const [first] = issues
  if (first) throw badRequest(`Invalid filter: ${first.path[0]} ${first.message}.`, issues)
  return conditions
}

type Declared = Pick<Filter, 'name' | 'description' | 'example'> & {
  /** Name of the field, if it differs from the name of the filter. */
  field?: string
  storage: FilterStorage
}

const MAX_TEXT = 2_000

/** Finds objects by a text after `normalize`, which returns undefined for a text that finds nothing. */
function textFilter(
  { field, ...declared }: Declared,
  json: Record<string, unknown>,
  normalize: (text: string) => string | undefined,
): Filter {
  return {
    ...declared,
    json: { type: 'string', minLength: 1, maxLength: MAX_TEXT, ...json },
    finds: 'equal',
    field: field ?? declared.name,
    read: (given) => {
      if (typeof given !== 'string') return new Problem('must be a string')
      if (given.length > MAX_TEXT) return new Problem(`must have at most ${MAX_TEXT} characters`)
      return normalize(given) ?? new Problem(`must contain a value to search for, such as ${declared.example}`)
    },
    normalize: (value) => normalize(String(value)),
  }
}

/** A text that must match exactly. */
export function exactFilter(declared: Declared): Filter {
  return textFilter(declared, {}, (text) => text || undefined)
}

/** An e-mail address, in upper or lower case. */
export function emailFilter(declared: Declared): Filter {
  return textFilter(declared, {}, (text) => text.trim().toLowerCase() || undefined)
}

const NUMBER_NOISE = /[\s#]/

/** The number of an order or parcel, with or without `#` and spaces, in upper or lower case. */
export function numberFilter(declared: Declared): Filter {
  return textFilter(declared, {}, plainNumber)
}

/** A number as it is compared; undefined if nothing is left of it. */
export function plainNumber(text: string): string | undefined {
  const plain = NUMBER_NOISE.test(text) ? text.replaceAll(/[\s#]+/g, '') : text
  return plain.toLowerCase() || undefined
}

/** The digits of a telephone number. A leading `00` equals `+`. */
export function phoneFilter(declared: Declared): Filter {
  const filter = textFilter(declared, {}, (text) => {
    const digits = text.replaceAll(/\D+/g, '')
    if (digits === '') return undefined
    if (/^[^\d]*\+/.test(text)) return `+${digits}`
    return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
  })
  // A + that was not encoded is a space in an address. No country code begins with 0.
  return {
    ...filter,
    read: (given) => filter.read(typeof given === 'string' ? given.replace(/^ (?=[1-9])/, '+') : given),
  }
}

/** One of a fixed list of words. */
export function choiceFilter(declared: Declared, options: readonly string[]): Filter {
  const { field, ...rest } = declared
  return {
    ...rest,
    json: { type: 'string', enum: options },
    finds: 'equal',
    field: field ?? declared.name,
    read: (given) =>
      typeof given === 'string' && options.includes(given)
        ? given
        : new Problem(`must be one of ${options.join(', ')}`),
    normalize: (value) => value,
  }
}

/** A time: finds objects with this time or a later one. */
export function sinceFilter(declared: Declared & { field: string }): Filter {
  return {
    ...declared,
    json: timeJson,
    finds: 'since',
    read: readTime,
    normalize: (value) => value,
  }
}

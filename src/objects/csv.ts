import { csvLine } from '../lib/csv.ts'
import { stringify } from '../lib/json.ts'
import type { CellKind } from '../rows/cells.ts'
import { guarded } from '../rows/guard.ts'
import type { ShownObject } from './find/read.ts'
import { cellKindOf, type Kind, kindsOf } from './kinds.ts'
import type { Resource } from './resource.ts'

/*
 * Objects as a CSV file, one line each, which an import reads as the same objects. An address has a column for each of its fields; lists
 * and `custom` are JSON in one cell, since a spreadsheet has no other place for them. An address without any field is left out.
 */

interface CsvColumn {
  /** The path of the field, joined by dots. */
  name: string
  path: string[]
  kind: CellKind
}

const known = new WeakMap<Resource, CsvColumn[]>()

/** The columns of a type, in the order of its fields; `custom` may be long, so it is the last one. */
function columnsOf(resource: Resource): CsvColumn[] {
  const made = known.get(resource)
  if (made) return made
  const { custom, ...fields } = Object.fromEntries(kindsOf(resource.schema))
  const columns = columnsIn(new Map(Object.entries({ ...fields, ...(custom ? { custom } : {}) })), [])
  known.set(resource, columns)
  return columns
}

function columnsIn(fields: Map<string, Kind>, before: string[]): CsvColumn[] {
  return [...fields].flatMap(([field, kind]) => {
    const path = [...before, field]
    if (typeof kind === 'object' && 'fields' in kind) return columnsIn(kind.fields, path)
    return [{ name: path.join('.'), path, kind: cellKindOf(kind) }]
  })
}

/** The first line of a file with objects of a type. */
export function csvHeading(resource: Resource): string {
  return csvLine(columnsOf(resource).map(({ name }) => name))
}

/** The line of an object. */
export function csvOf(resource: Resource, shown: ShownObject): string {
  return csvLine(columnsOf(resource).map((column) => cellOf(column, valueAt(shown, column.path))))
}

function valueAt(value: unknown, [step, ...rest]: string[]): unknown {
  if (step === undefined || value === undefined || value === null) return value
  return valueAt((value as Record<string, unknown>)[step], rest)
}

function cellOf({ name, kind }: CsvColumn, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (kind === 'texts' || kind === 'list' || kind === 'object') return stringify(value)
  return kind === 'text' ? guarded(String(value), name) : String(value)
}

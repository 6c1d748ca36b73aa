import type { Kind } from '../../objects/kinds.ts'
import { type Expected, UnreadableFile } from './rows.ts'
import { unknownField } from './unknown.ts'

/** A column of a CSV file. */
export interface Column {
  /** Its heading. */
  name: string
  index: number
  /** The field that it fills. */
  path: string[]
  kind: Kind
  /** The list whose entries have this field, where it is not one of the object itself. */
  list: string | undefined
}

/**
 * Finds the field for each heading; one that has none is left out and told, with the nearest name.
 *
 * @throws UnreadableFile when a required one is missing, two are alike, or one is a part of another
 */
export function columnsOf(headings: string[], { fields, required, warn }: Expected): Column[] {
  const columns: Column[] = []
  for (const [index, heading] of headings.entries()) {
    const name = heading.trim()
    const path = name.split('.')
    const kind = name === '' ? undefined : kindAt({ fields }, path)
    if (kind) columns.push({ name, index, path, kind, list: listOf(fields, path) })
    else if (name !== '') warn(unknownField('Column', name, fields))
  }
  const missing = required.filter((name) => !columns.some((column) => column.name === name))
  if (missing.length > 0)
    throw new UnreadableFile(`its first line names no column ${missing.map((name) => `"${name}"`).join(' or ')}`)
  refuseOverlaps(columns.map(({ name }) => name))
  return columns
}

function refuseOverlaps(names: string[]): void {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index) throw new UnreadableFile(`it has two columns "${name}"`)
    const part = names.find((other) => other.startsWith(`${name}.`))
    if (part) throw new UnreadableFile(`its columns "${name}" and "${part}" exclude each other`)
  }
}

/** The kind of the field that a path leads to. A list within a list has no columns, only JSON in its cell. */
function kindAt(kind: Kind, path: string[], isInList = false): Kind | undefined {
  const [step, ...rest] = path
  if (step === undefined) return kind
  if (step === '') return undefined
  if (kind === 'custom') return 'text'
  if (kind === 'texts') return rest.length === 0 ? 'text' : undefined
  if (typeof kind === 'string') return undefined
  if ('each' in kind) return isInList || typeof kind.each === 'string' ? undefined : kindAt(kind.each, path, true)
  const field = kind.fields.get(step)
  return field && kindAt(field, rest, isInList)
}

/** Lists stand directly in a pushed object. */
function listOf(fields: Map<string, Kind>, [first = '', ...rest]: string[]): string | undefined {
  const kind = fields.get(first)
  return rest.length > 0 && typeof kind === 'object' && 'each' in kind ? first : undefined
}

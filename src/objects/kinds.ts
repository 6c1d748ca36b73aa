import type * as v from 'valibot'
import { objectShapeOf, type Shape } from '../lib/shape.ts'
import type { CellKind } from '../rows/cells.ts'

/** The kind of value of a field, for programs that turn plain text into pushed objects. */
export type Kind =
  | 'text'
  | 'integer'
  /** An amount in minor units. */
  | 'money'
  | 'boolean'
  | 'time'
  /** Any JSON object. */
  | 'custom'
  /** An object whose values are texts. */
  | 'texts'
  | { fields: Map<string, Kind> }
  | { each: Kind }

/** The kind of each field, by name. */
export function kindsOf(schema: v.GenericSchema): Map<string, Kind> {
  return new Map([...objectShapeOf(schema).fields].map(([name, { shape }]) => [name, kindOf(shape)]))
}

/** Names of the required fields. */
export function requiredFields(schema: v.GenericSchema): string[] {
  return objectShapeOf(schema).required
}

function kindOf(shape: Shape): Kind {
  if (shape.kind === 'list') return { each: kindOf(shape.each) }
  if (shape.kind === 'object') return { fields: kindsOf(shape.schema) }
  if (shape.isAmount) return 'money'
  return shape.stored ?? KINDS[shape.json.type as string] ?? 'text'
}

/** By the type of the field in the API reference. */
const KINDS: Record<string, Kind> = { integer: 'integer', boolean: 'boolean', object: 'texts' }

/*
 * How fields are named by the columns of a table: `email`, `shippingAddress.city`, `items.title`, `custom.anything`.
 */

/** The kind of the field at a path. A list within a list has no columns, only JSON in a cell. */
export function kindAt(kind: Kind, path: string[], isInList = false): Kind | undefined {
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

/** The list that a path leads into. Only fields of the pushed object itself can be lists. */
export function listOf(fields: Map<string, Kind>, [first = '', ...rest]: string[]): string | undefined {
  const kind = fields.get(first)
  return rest.length > 0 && typeof kind === 'object' && 'each' in kind ? first : undefined
}

/** What a cell of a field is read as. */
export function cellKindOf(kind: Kind): CellKind {
  if (kind === 'text' || kind === 'integer' || kind === 'money' || kind === 'boolean' || kind === 'time') return kind
  if (typeof kind === 'object' && 'each' in kind) return kind.each === 'text' ? 'texts' : 'list'
  return 'object'
}

/** A field that a column can be matched with. */
export interface CellField {
  name: string
  kind: CellKind
  /** The list whose entries have this field; null for a field of the object itself. */
  list: string | null
}

/** Every field of a type that a column can be matched with; besides, a column can be any `custom.NAME`. */
export function cellFields(fields: Map<string, Kind>): CellField[] {
  return [...fields].flatMap(([name, kind]) => [
    { name, kind: cellKindOf(kind), list: null },
    ...innerFields(kind, name, typeof kind === 'object' && 'each' in kind ? name : null),
  ])
}

function innerFields(kind: Kind, prefix: string, list: string | null): CellField[] {
  if (typeof kind === 'string') return []
  if ('each' in kind) return typeof kind.each === 'string' ? [] : innerFields(kind.each, prefix, list)
  return [...kind.fields].flatMap(([name, inner]) => {
    const path = `${prefix}.${name}`
    const isListInList = list !== null && typeof inner === 'object' && 'each' in inner
    const own: CellField = { name: path, kind: cellKindOf(inner), list }
    return isListInList ? [own] : [own, ...innerFields(inner, path, list)]
  })
}

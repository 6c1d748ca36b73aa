import type * as v from 'valibot'
import { objectShapeOf, type Shape } from '../lib/shape.ts'

/** The kind of value of a field, for programs that turn plain text into pushed objects. */
export type Kind =
  | 'text'
  | 'integer'
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
  return shape.stored ?? KINDS[shape.json.type as string] ?? 'text'
}

/** By the type of the field in the API reference. */
const KINDS: Record<string, Kind> = { integer: 'integer', boolean: 'boolean', object: 'texts' }

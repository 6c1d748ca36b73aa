import type * as v from 'valibot'
import { objectShapeOf, type Shape } from '../lib/shape.ts'

/** What a field holds, as far as a program must know that turns plain text into pushed objects. */
export type Kind =
  | 'text'
  | 'integer'
  | 'boolean'
  | 'time'
  /** Any JSON object. */
  | 'custom'
  /** Names with a text each. */
  | 'texts'
  | { fields: Map<string, Kind> }
  | { each: Kind }

/** The kind of each field of a pushed object, read from its schema. */
export function kindsOf(schema: v.GenericSchema): Map<string, Kind> {
  return new Map([...objectShapeOf(schema).fields].map(([name, { shape }]) => [name, kindOf(shape)]))
}

/** The fields that a pushed object can't be without. */
export function requiredFields(schema: v.GenericSchema): string[] {
  return objectShapeOf(schema).required
}

function kindOf(shape: Shape): Kind {
  if (shape.kind === 'list') return { each: kindOf(shape.each) }
  if (shape.kind === 'object') return { fields: kindsOf(shape.schema) }
  return shape.stored ?? KINDS[shape.json.type as string] ?? 'text'
}

/** By the type that a field has in the API reference. */
const KINDS: Record<string, Kind> = { integer: 'integer', boolean: 'boolean', object: 'texts' }

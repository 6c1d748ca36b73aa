import type * as v from 'valibot'
import type { SchemaParts } from '../lib/schema.ts'

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
  const kind = kindOf(schema as SchemaParts)
  if (typeof kind === 'string' || 'each' in kind) throw new TypeError('A pushed object has fields')
  return kind.fields
}

/** The fields that a pushed object can't be without. */
export function requiredFields(schema: v.GenericSchema): string[] {
  return Object.entries((schema as SchemaParts).entries ?? {})
    .filter(([, { type }]) => type !== 'nullish')
    .map(([name]) => name)
}

function kindOf(schema: SchemaParts): Kind {
  if (schema.wrapped) return kindOf(schema.wrapped)
  if (schema.entries) {
    return { fields: new Map(Object.entries(schema.entries).map(([name, entry]) => [name, kindOf(entry)])) }
  }
  if (schema.item) return { each: kindOf(schema.item) }
  const metadata = schema.pipe?.map((part) => part.metadata).find((found) => found !== undefined)
  if (metadata?.stored) return metadata.stored
  if (schema.type === 'number') return 'integer'
  if (schema.type === 'boolean') return 'boolean'
  return metadata?.json?.type === 'object' ? 'texts' : 'text'
}

import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { FieldMetadata } from '../../lib/schema.ts'

type Json = Record<string, unknown>

/** Checks in code that JSON Schema has no words for; what they ask is in the descriptions. */
const UNTRANSLATED = new Set(['check', 'raw_check', 'partial_check'])

const conversion: ConversionConfig = {
  typeMode: 'input',
  target: 'draft-2020-12',
  overrideAction: ({ valibotAction, jsonSchema }) => {
    if (valibotAction.type !== 'metadata') return UNTRANSLATED.has(valibotAction.type) ? jsonSchema : undefined
    // valibot writes the whole of a field's metadata into the schema; its `json` is what belongs there.
    const { json, stored: _, ...schema } = jsonSchema as Json & Partial<FieldMetadata>
    return { ...schema, ...json } as JsonSchema
  },
  // A custom schema is described by its metadata.
  overrideSchema: ({ valibotSchema, jsonSchema }) => (valibotSchema.type === 'custom' ? jsonSchema : undefined),
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

/** The parts of a valibot schema through which others are reached. */
interface SchemaParts {
  entries?: Record<string, SchemaParts>
  item?: SchemaParts
  wrapped?: SchemaParts
  pipe?: (SchemaParts & { type: string; title?: string })[]
}

/** Every named schema that is reached from `roots`, as the components of the document. */
export function componentSchemas(roots: v.GenericSchema[]): Json {
  const named = new Map<string, v.GenericSchema>()
  for (const root of roots) collect(root as SchemaParts, named)
  return toJsonSchemaDefs(Object.fromEntries(named) as Parameters<typeof toJsonSchemaDefs>[0], conversion)
}

function collect(schema: SchemaParts, named: Map<string, v.GenericSchema>): void {
  const name = nameOf(schema)
  if (name !== undefined) {
    if (named.has(name)) return
    named.set(name, schema as unknown as v.GenericSchema)
  }
  for (const inner of [schema.item, schema.wrapped, ...Object.values(schema.entries ?? {})])
    if (inner) collect(inner, named)
}

function nameOf({ pipe = [] }: SchemaParts): string | undefined {
  return pipe.map((part) => (part.type === 'title' ? part.title : nameOf(part))).find((name) => name !== undefined)
}

/** A reference to a named schema. */
export function refTo(schema: v.GenericSchema): Json {
  const name = nameOf(schema as SchemaParts)
  if (name === undefined) throw new Error('a schema of the reference has no name: make it with object()')
  return { $ref: `#/components/schemas/${name}` }
}

/** A schema without a name, where it stands. */
export function inlineSchema(schema: v.GenericSchema): Json {
  const { $schema: _, ...json } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], conversion)
  return json
}

import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { FieldMetadata } from '../../lib/schema.ts'
import { objectShapeOf, type Shape, shapeOf } from '../../lib/shape.ts'

type Json = Record<string, unknown>

/** Checks in code that JSON Schema has no words for; what they ask is in the descriptions. */
const UNTRANSLATED = new Set(['check', 'raw_check', 'partial_check'])

const conversion: ConversionConfig = {
  typeMode: 'input',
  target: 'draft-2020-12',
  overrideAction: ({ valibotAction, jsonSchema }) => {
    if (valibotAction.type !== 'metadata') return UNTRANSLATED.has(valibotAction.type) ? jsonSchema : undefined
    // valibot writes the whole of a field's metadata into the schema; its `json` is what belongs there.
    const { json, leaf: _leaf, list: _list, requires: _requires, ...schema } = jsonSchema as Json & FieldMetadata
    return { ...schema, ...json } as JsonSchema
  },
  // A custom schema is described by its metadata.
  overrideSchema: ({ valibotSchema, jsonSchema }) => (valibotSchema.type === 'custom' ? jsonSchema : undefined),
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

/** Every named schema that is reached from `roots`, as the components of the document. */
export function componentSchemas(roots: v.GenericSchema[]): Json {
  const named = new Map<string, v.GenericSchema>()
  for (const root of roots) collect(shapeOf(root), named)
  return toJsonSchemaDefs(Object.fromEntries(named) as Parameters<typeof toJsonSchemaDefs>[0], conversion)
}

function collect(shape: Shape, named: Map<string, v.GenericSchema>): void {
  if (shape.kind === 'list') collect(shape.each, named)
  if (shape.kind !== 'object' || named.has(shape.name)) return
  named.set(shape.name, shape.schema)
  for (const field of shape.fields.values()) collect(field.shape, named)
}

/** A reference to a named schema. */
export function refTo(schema: v.GenericSchema): Json {
  return { $ref: `#/components/schemas/${objectShapeOf(schema).name}` }
}

/** A schema without a name, where it stands. */
export function inlineSchema(schema: v.GenericSchema): Json {
  const { $schema: _, ...json } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], conversion)
  return json
}

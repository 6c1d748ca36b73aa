import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { FieldMetadata } from '../../lib/schema.ts'
import { objectShapeOf, type Shape, shapeOf } from '../../lib/shape.ts'
import type { Steps } from '../../lib/steps.ts'

type Json = Record<string, unknown>
type Named = Map<string, v.GenericSchema>

/** Checks in code that JSON Schema cannot express; the descriptions explain them. */
const UNTRANSLATED = new Set(['check', 'raw_check', 'partial_check'])

/** The conversion of schemas to JSON Schema, for requests or for responses. */
const conversion = (isAnswer: boolean): ConversionConfig => ({
  typeMode: 'input',
  target: 'draft-2020-12',
  overrideAction: ({ valibotAction, jsonSchema }) => {
    if (valibotAction.type !== 'metadata') return UNTRANSLATED.has(valibotAction.type) ? jsonSchema : undefined
    // valibot writes all metadata of a field into the schema; only its `json` belongs there.
    const {
      json,
      shownJson,
      leaf: _leaf,
      list: _list,
      requires: _requires,
      ...schema
    } = jsonSchema as Json & FieldMetadata
    return { ...schema, ...((isAnswer ? shownJson : undefined) ?? json) } as JsonSchema
  },
  // The metadata describes a custom schema.
  overrideSchema: ({ valibotSchema, jsonSchema }) => (valibotSchema.type === 'custom' ? jsonSchema : undefined),
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
})

/** The named schemas of a document. */
export interface Schemas {
  components: Json
  /** A reference to the schema of a body that callers send. */
  bodyRef(schema: v.GenericSchema): Json
  /** A reference to the schema of a response. */
  responseRef(schema: v.GenericSchema): Json
}

/**
 * All named schemas of the bodies and responses of routes. Times have two forms in requests and one in responses. So a schema with
 * times that occurs in both has a second schema for responses, named with the prefix `Stored`.
 */
export function* schemasOf(bodies: v.GenericSchema[], responses: v.GenericSchema[]): Steps<Schemas> {
  const sent = yield* namedIn(bodies)
  const shownName = (name: string, schema: v.GenericSchema) =>
    sent.has(name) && hasTimes(shapeOf(schema)) ? `Stored${name}` : name
  const shown = yield* namedIn(responses)
  const answered = new Map([...shown].map(([name, schema]) => [shownName(name, schema), schema]))
  yield
  const answers = definitions(answered, true)
  yield
  const components = { ...answers, ...definitions(sent, false) }
  return {
    components,
    bodyRef: (schema) => refTo(objectShapeOf(schema).name),
    responseRef: (schema) => refTo(shownName(objectShapeOf(schema).name, schema)),
  }
}

function* namedIn(roots: v.GenericSchema[]): Steps<Named> {
  const named: Named = new Map()
  for (const root of roots) {
    yield
    collect(shapeOf(root), named)
  }
  return named
}

function collect(shape: Shape, named: Named): void {
  if (shape.kind === 'list') collect(shape.each, named)
  if (shape.kind !== 'object' || named.has(shape.name)) return
  named.set(shape.name, shape.schema)
  for (const field of shape.fields.values()) collect(field.shape, named)
}

function hasTimes(shape: Shape): boolean {
  if (shape.kind === 'leaf') return shape.stored === 'time'
  if (shape.kind === 'list') return hasTimes(shape.each)
  return [...shape.fields.values()].some((field) => hasTimes(field.shape))
}

function definitions(named: Named, isAnswer: boolean): Json {
  type Definitions = Parameters<typeof toJsonSchemaDefs>[0]
  return toJsonSchemaDefs(Object.fromEntries(named) as Definitions, conversion(isAnswer))
}

function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** The JSON Schema of a parameter, written in place. */
export function inlineSchema(schema: v.GenericSchema): Json {
  const { $schema: _, ...json } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], conversion(false))
  return json
}

import * as v from 'valibot'
import { type FieldMetadata, type LeafFacts, type ListFacts, Problem } from './schema.ts'

/*
 * The structure of a schema as a small tree, used by validation, responses, the columns of CSV files and the API reference.
 */

export type Shape = Leaf | List | ObjectShape

interface Common {
  /** Whether a value and everything inside it is stored in the same form as in responses. */
  isPlain: boolean
}

export interface Leaf extends Common, LeafFacts {
  kind: 'leaf'
  json: Record<string, unknown>
}

/** An array; without `max` and `distinct` unless made with `list`. */
export interface List extends Common, Partial<ListFacts> {
  kind: 'list'
  each: Shape
}

export interface ObjectShape extends Common {
  kind: 'object'
  /** The name in the API reference. */
  name: string
  schema: v.GenericSchema
  fields: Map<string, ShapeField>
  /** The required fields. */
  required: string[]
  /** Pairs of a field and the other field that it requires. */
  requires: [field: string, other: string][]
}

export interface ShapeField {
  shape: Shape
  /** Whether the field may be null or undefined. */
  mayBeNull: boolean
  /** Whether an empty string counts as an omitted field. */
  isOmittedIfEmpty: boolean
}

/** The schemas that our functions make, in the types of valibot, and what `v.pipe` has added to one. */
type Built = (
  | v.ObjectSchema<v.ObjectEntries, undefined>
  | v.ArraySchema<v.GenericSchema, undefined>
  | v.NullishSchema<v.GenericSchema, undefined>
  | v.OptionalSchema<v.GenericSchema, undefined>
  | v.NullableSchema<v.GenericSchema, undefined>
) & { pipe?: v.GenericPipeItem[] }

const shapes = new WeakMap<v.GenericSchema, Shape>()

/** The shape of a schema. A schema that is not made with our functions is a leaf that valibot reads. */
export function shapeOf(schema: v.GenericSchema): Shape {
  let shape = shapes.get(schema)
  if (!shape) {
    shape = readShape(schema)
    shapes.set(schema, shape)
  }
  return shape
}

/** {@link shapeOf} for a schema made with `object`. */
export function objectShapeOf(schema: v.GenericSchema): ObjectShape {
  const shape = shapeOf(schema)
  if (shape.kind !== 'object') throw new TypeError('the schema is not a named object: make it with object()')
  return shape
}

function readShape(schema: v.GenericSchema): Shape {
  const { json = {}, leaf, list, requires = {} }: FieldMetadata = v.getMetadata(schema)
  if (leaf) return { kind: 'leaf', json, isPlain: leaf.stored === undefined, ...leaf }
  const built = schema as Built
  const hasActions = built.pipe?.slice(1).some((item) => !v.isOfKind('metadata', item))
  if (hasActions) return foreign(schema)
  if (v.isOfType('array', built)) {
    const each = shapeOf(built.item)
    return { kind: 'list', each, isPlain: each.isPlain, ...list }
  }
  const name = v.getTitle(schema)
  if (!v.isOfType('object', built) || name === undefined) return foreign(schema)
  const fields = new Map(Object.entries(built.entries).map(([key, entry]) => [key, fieldOf(entry as v.GenericSchema)]))
  const required = [...fields].filter(([, { mayBeNull }]) => !mayBeNull).map(([key]) => key)
  const isPlain = [...fields.values()].every(({ shape }) => shape.isPlain)
  return { kind: 'object', name, schema, fields, required, requires: Object.entries(requires), isPlain }
}

function fieldOf(schema: v.GenericSchema): ShapeField {
  const built = schema as Built
  const mayBeNull = v.isOfType('nullish', built) || v.isOfType('optional', built) || v.isOfType('nullable', built)
  const shape = shapeOf(mayBeNull ? v.unwrap(built) : schema)
  const isOmittedIfEmpty = v.isOfType('nullish', built) && shape.kind === 'leaf' && shape.isOmittedIfEmpty === true
  return { shape, mayBeNull, isOmittedIfEmpty }
}

function foreign(schema: v.GenericSchema): Leaf {
  return {
    kind: 'leaf',
    json: {},
    isPlain: true,
    read: (value) => {
      const { success, output, issues } = v.safeParse(schema, value)
      if (success) return output
      return issues.map(
        ({ message, path = [] }) =>
          new Problem(
            message,
            path.map(({ key }) => key as string | number),
          ),
      )
    },
  }
}

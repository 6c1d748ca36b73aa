import type * as v from 'valibot'
import { JsonText } from '../lib/json.ts'
import type { SchemaParts, Stored } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'

/** Where in an object times and `custom` stand: the rest is stored as it is shown. */
type Shape = Stored | 'plain' | { each: Shape } | { fields: Map<string, Shape> }

const shapes = new WeakMap<v.GenericSchema, Shape>()

/** A stored value as the API shows it: times as ISO-8601 in UTC, `custom` as the JSON that was sent. */
export function present(schema: v.GenericSchema, stored: unknown): unknown {
  let shape = shapes.get(schema)
  if (!shape) {
    shape = shapeOf(schema as SchemaParts)
    shapes.set(schema, shape)
  }
  return shown(shape, stored)
}

function shapeOf(schema: SchemaParts): Shape {
  if (schema.wrapped) return shapeOf(schema.wrapped)
  const stored = schema.pipe?.map(({ metadata }) => metadata?.stored).find((kind) => kind !== undefined)
  if (stored) return stored
  if (schema.item) {
    const each = shapeOf(schema.item)
    return each === 'plain' ? 'plain' : { each }
  }
  if (!schema.entries) return 'plain'
  const fields = new Map<string, Shape>()
  for (const [name, entry] of Object.entries(schema.entries)) {
    const shape = shapeOf(entry)
    if (shape !== 'plain') fields.set(name, shape)
  }
  return fields.size === 0 ? 'plain' : { fields }
}

function shown(shape: Shape, stored: unknown): unknown {
  if (shape === 'plain' || stored === null || stored === undefined) return stored
  if (shape === 'time') return toIso(stored as number)
  if (shape === 'custom') return new JsonText(stored as string)
  if ('each' in shape) return (stored as unknown[]).map((entry) => shown(shape.each, entry))
  return Object.fromEntries(
    Object.entries(stored as object).map(([name, value]) => [name, shown(shape.fields.get(name) ?? 'plain', value)]),
  )
}

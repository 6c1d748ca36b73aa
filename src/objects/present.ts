import type * as v from 'valibot'
import { JsonText } from '../lib/json.ts'
import { type Shape, shapeOf } from '../lib/shape.ts'
import { toIso } from '../lib/time.ts'

/** Returns a stored value as the API shows it: times in ISO-8601 in UTC, `custom` as the JSON that was sent. */
export function present(schema: v.GenericSchema, stored: unknown): unknown {
  return shown(shapeOf(schema), stored)
}

function shown(shape: Shape, stored: unknown): unknown {
  if (shape.isPlain || stored === null || stored === undefined) return stored
  if (shape.kind === 'leaf') {
    if (shape.stored === 'time') return toIso(stored as number)
    return shape.stored === 'custom' ? new JsonText(stored as string) : stored
  }
  if (shape.kind === 'list') return (stored as unknown[]).map((entry) => shown(shape.each, entry))
  return Object.fromEntries(
    Object.entries(stored as object).map(([name, value]) => {
      const field = shape.fields.get(name)
      return [name, field ? shown(field.shape, value) : value]
    }),
  )
}

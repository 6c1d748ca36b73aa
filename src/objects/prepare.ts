import type * as v from 'valibot'
import { DomainError } from '../lib/errors.ts'
import { JsonText } from '../lib/json.ts'
import { type Shape, shapeOf } from '../lib/shape.ts'
import { toIso } from '../lib/time.ts'
import { findByOf, type ValuesByFilter } from './filter-values.ts'
import type { PushedObject, Resource } from './resource.ts'

/** A pushed object prepared for its table, without reading the stored copy. */
export interface PreparedObject {
  id: string
  updatedAt: number
  /** The fields as JSON, without null fields, and without `id` and `updatedAt`, which have columns. */
  data: string
  /** Names of the null fields, which are cleared in the stored object. */
  cleared: string[]
  /** Its filter values, if it is a new object. */
  found: ValuesByFilter
}

type Fields = Record<string, unknown>

export function prepare(resource: Resource, { id, updatedAt, ...fields }: PushedObject): PreparedObject {
  const cleared: string[] = []
  for (const name in fields) {
    if (fields[name] !== null) continue
    cleared.push(name)
    delete fields[name]
  }
  return { id, updatedAt, data: JSON.stringify(fields), cleared, found: findByOf(resource)(fields) }
}

/**
 * {@link prepare} with a check of the object's size.
 *
 * @param index position in the `data` of the call
 * @throws DomainError PAYLOAD_TOO_LARGE
 */
export function preparePushed(resource: Resource, object: PushedObject, index: number): PreparedObject {
  const prepared = prepare(resource, object)
  const { noun, maxBytes: max } = resource
  // A UTF-16 unit has at most three bytes in UTF-8, so short texts need no exact count.
  if (prepared.data.length * 3 <= max) return prepared
  const received = Buffer.byteLength(prepared.data)
  if (received <= max) return prepared
  throw new DomainError(
    'PAYLOAD_TOO_LARGE',
    'object_too_large',
    `data[${index}]: this ${noun} has ${received} bytes of JSON, more than ${max}. Shorten its fields or leave some out.`,
    { max, received, path: ['data', index] },
  )
}

/** The prepared objects of a call that writes them at once. @throws DomainError PAYLOAD_TOO_LARGE */
export function prepareToWrite(resource: Resource, objects: PushedObject[]): PreparedObject[] {
  return objects.map((object, index) => preparePushed(resource, object, index))
}

/** Merges a newer push into a stored object. Returns the fields as JSON, and the filter values before and after. */
export function merge(
  resource: Resource,
  stored: string,
  { data, cleared }: PreparedObject,
): Pick<PreparedObject, 'data' | 'found'> & { before: ValuesByFilter } {
  const findBy = findByOf(resource)
  const fields: Fields = JSON.parse(stored)
  const before = findBy(fields)
  for (const name of cleared) delete fields[name]
  Object.assign(fields, JSON.parse(data))
  return { data: JSON.stringify(fields), before, found: findBy(fields) }
}

/** Returns a stored value as the API shows it: times in ISO-8601 in UTC, `custom` as the JSON that was sent. */
export function present(schema: v.GenericSchema, stored: unknown): unknown {
  return presentAs(shapeOf(schema), stored)
}

function presentAs(shape: Shape, stored: unknown): unknown {
  if (shape.isPlain || stored === null || stored === undefined) return stored
  if (shape.kind === 'leaf') {
    if (shape.stored === 'time') return toIso(stored as number)
    return shape.stored === 'custom' ? new JsonText(stored as string) : stored
  }
  if (shape.kind === 'list') return (stored as unknown[]).map((entry) => presentAs(shape.each, entry))
  return Object.fromEntries(
    Object.entries(stored as object).map(([name, value]) => {
      const field = shape.fields.get(name)
      return [name, field ? presentAs(field.shape, value) : value]
    }),
  )
}

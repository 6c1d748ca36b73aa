import { DomainError } from '../lib/errors.ts'
import type { PushedObject, Resource } from './resource.ts'

/** A pushed object made ready for its table: all that can be worked out without looking at what is stored. */
export interface PreparedObject {
  id: string
  updatedAt: number
  /** The fields as JSON, without id and updatedAt, which have columns, and without those that are null. */
  data: string
  /** Names of the fields that are null: they are cleared in a stored object. */
  cleared: string[]
  /** The values of the resource's extra columns, in their order. */
  columns: (string | null)[]
}

type Fields = Record<string, unknown>

export function prepare(resource: Resource, { id, updatedAt, ...fields }: PushedObject): PreparedObject {
  const cleared: string[] = []
  for (const name in fields) {
    if (fields[name] !== null) continue
    cleared.push(name)
    delete fields[name]
  }
  return { id, updatedAt, data: JSON.stringify(fields), cleared, columns: columnValues(resource, fields) }
}

/**
 * {@link prepare} for an object of a call, which bounds its size.
 *
 * @param index where it is in the call's `data`
 * @throws DomainError PAYLOAD_TOO_LARGE
 */
export function preparePushed(resource: Resource, object: PushedObject, index: number): PreparedObject {
  const prepared = prepare(resource, object)
  const { noun, maxBytes: max } = resource
  // A character is one to three bytes in UTF-8: short texts need no counting.
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

/** A stored object's fields (`data` as JSON) with those of a newer push over them. */
export function merge(
  resource: Resource,
  stored: string,
  { data, cleared }: PreparedObject,
): Pick<PreparedObject, 'data' | 'columns'> {
  const fields: Fields = JSON.parse(stored)
  for (const name of cleared) delete fields[name]
  Object.assign(fields, JSON.parse(data))
  return { data: JSON.stringify(fields), columns: columnValues(resource, fields) }
}

function columnValues({ columns }: Resource, fields: Fields): (string | null)[] {
  return Object.values(columns).map((field) => (fields[field] as string | undefined) ?? null)
}

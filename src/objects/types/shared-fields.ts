import { country, objectId, text, time, unstorable } from '../../lib/fields.ts'
import { JsonText } from '../../lib/json.ts'
import { isObject, leaf, list, object, optional, Problem } from '../../lib/schema.ts'

const MAX_BYTES = 32 * 1024
const MAX_DEPTH = 32

const json = {
  type: 'object',
  additionalProperties: true,
  description: `Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most ${MAX_DEPTH} levels.`,
}

/** The shop's own fields: any JSON object, stored unchanged. The validated value is its JSON text. */
export function custom() {
  return leaf<object, string>({
    json,
    stored: 'custom',
    read: (value) => {
      const parsed: unknown = value instanceof JsonText ? JSON.parse(value.text) : value
      if (!isObject(parsed)) return new Problem('must be an object')
      const found = nestedProblem(parsed, MAX_DEPTH)
      if (found) return new Problem(found)
      const text = value instanceof JsonText ? value.text : JSON.stringify(value)
      return Buffer.byteLength(text) <= MAX_BYTES ? text : new Problem('must have at most 32 KiB of JSON')
    },
  })
}

function nestedProblem(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return unstorable(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === 0) return `must have at most ${MAX_DEPTH} levels`
  for (const [key, entry] of Object.entries(value)) {
    const problem = unstorable(key) ?? nestedProblem(entry, depth - 1)
    if (problem) return problem
  }
  return undefined
}

/** Fields of every pushed object. */
export const identity = {
  id: objectId('Your own id of the object. Pushing the same id again updates it.'),
  updatedAt: time(
    'When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`.',
  ),
  custom: optional(custom()),
}

export function tags(doc?: string) {
  return optional(list(text(doc, 255), 250))
}

export const Address = object('Address', {
  name: optional(text()),
  company: optional(text()),
  line1: optional(text()),
  line2: optional(text()),
  city: optional(text()),
  region: optional(text('State, province or county.')),
  postalCode: optional(text()),
  country: optional(country('ISO 3166-1 alpha-2 code.')),
  phone: optional(text()),
})

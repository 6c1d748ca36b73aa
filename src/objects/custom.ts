import { unstorable } from '../lib/fields.ts'
import { JsonText } from '../lib/json.ts'
import { isObject, leaf, Problem } from '../lib/schema.ts'

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

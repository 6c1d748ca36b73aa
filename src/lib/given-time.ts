import { Problem } from './schema.ts'
import { parseTime } from './time.ts'

/** The accepted forms of a time. */
export const TIME_FORMS = 'ISO-8601 with a time zone, or epoch milliseconds'

/** The JSON Schema of a time. */
export const timeJson = { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }] }

/** The end of a time with an offset whose + was not encoded: in an address, that is a space. */
const OFFSET_WITHOUT_PLUS = /([Tt ]\S+) (\d\d(?::?\d\d)?)$/

/** A time of a query: ISO-8601 with a zone or epoch milliseconds, which come as text. @returns epoch milliseconds */
export function readTime(given: unknown): number | Problem {
  if (typeof given !== 'string' && typeof given !== 'number') return new Problem('must be a time')
  const parsed = parseTime(
    typeof given === 'string' && !/^-?\d+$/.test(given) ? given.replace(OFFSET_WITHOUT_PLUS, '$1+$2') : Number(given),
  )
  return typeof parsed === 'number' ? parsed : new Problem(parsed.problem)
}

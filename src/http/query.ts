import * as v from 'valibot'
import { readTime, TIME_FORMS, timeJson } from '../lib/given-time.ts'
import { leaf, Problem } from '../lib/schema.ts'

/*
 * Query parameters: text in the address, typed values in the API reference and in handlers.
 */

/** A whole number from `min` to `max`. `normally` is the default, for the API reference. */
export function queryInteger(doc: string, { min, max, normally }: { min: number; max: number; normally: number }) {
  const wrong = new Problem(`must be a whole number from ${min} to ${max}`)
  return v.optional(
    leaf<string, number>({
      json: { type: 'integer', minimum: min, maximum: max, default: normally, description: doc },
      read: (value) => {
        const number = /^(0|[1-9]\d{0,15})$/.test(String(value)) ? Number(value) : Number.NaN
        return number >= min && number <= max ? number : wrong
      },
    }),
  )
}

/** `true` or `false`. The API reference has no default for it, since its examples send every parameter with a default. */
export function queryFlag(doc: string) {
  const wrong = new Problem('must be true or false')
  return v.optional(
    leaf<string, boolean>({
      json: { type: 'boolean', description: doc },
      read: (value) => (value === 'true' || value === 'false' ? value === 'true' : wrong),
    }),
  )
}

/** A point in time, read as epoch milliseconds. */
export function queryTime(doc: string) {
  return v.optional(
    leaf<string, number>({
      json: { ...timeJson, description: `${doc} ${TIME_FORMS}.` },
      read: readTime,
    }),
  )
}

export const MAX_PAGE = 100
export const DEFAULT_PAGE = 25

/** The query parameters of all lists. */
export const pageQuery = {
  limit: queryInteger('Maximum number of objects on a page.', { min: 1, max: MAX_PAGE, normally: DEFAULT_PAGE }),
  cursor: v.optional(v.pipe(v.string(), v.description('`nextCursor` of the previous page.'))),
}

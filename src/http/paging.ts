import * as v from 'valibot'
import { queryInteger } from './query.ts'

export const MAX_PAGE = 100
export const DEFAULT_PAGE = 25

/** The query parameters of all lists. */
export const pageQuery = {
  limit: queryInteger('Maximum number of objects on a page.', { min: 1, max: MAX_PAGE, normally: DEFAULT_PAGE }),
  cursor: v.optional(v.pipe(v.string(), v.description('`nextCursor` of the previous page.'))),
}

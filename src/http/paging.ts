import * as v from 'valibot'

const MAX_PAGE = 100
export const DEFAULT_PAGE = 25

/** The parameters of every list. */
export const pageQuery = {
  limit: v.optional(
    v.pipe(
      v.string(),
      v.description(`Most objects on a page, from 1 to ${MAX_PAGE}; ${DEFAULT_PAGE} where left out.`),
      v.check(
        (value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= MAX_PAGE,
        `must be a whole number from 1 to ${MAX_PAGE}`,
      ),
      v.transform(Number),
    ),
  ),
  cursor: v.optional(v.pipe(v.string(), v.description('`nextCursor` of the page before.'))),
}

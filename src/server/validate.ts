import * as v from 'valibot'
import { UNKNOWN_FIELD } from '../ingest/schema.ts'
import { badRequest, type Issue } from '../lib/errors.ts'

export interface Checked {
  value: unknown
  /** Paths of the fields that the schema does not know; they are not in `value`. */
  unknownFields: (string | number)[][]
}

/**
 * Checks a value against a schema; every issue is told, up to 100.
 *
 * @param strict whether unknown fields are issues
 * @throws ApiError BAD_REQUEST
 */
export function check(
  schema: v.GenericSchema,
  input: unknown,
  { what, strict }: { what: string; strict: boolean },
): Checked {
  const result = v.safeParse(schema, input)
  const unknownFields: (string | number)[][] = []
  const issues: Issue[] = []
  for (const issue of result.issues ?? []) {
    const path = (issue.path ?? []).map(({ key }) => key as string | number)
    if (issue.type === UNKNOWN_FIELD && !strict) unknownFields.push(path)
    else issues.push({ path, message: issue.message })
  }
  const [first] = issues
  if (!first) return { value: result.output, unknownFields }
  const place = first.path.length > 0 ? first.path.join('.') : what
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see data.issues)` : ''
  throw badRequest(`The ${what} does not fit the schema: ${place} ${first.message}${more}.`, issues)
}

import * as v from 'valibot'
import { UNKNOWN_FIELD } from '../ingest/schema.ts'
import { badRequest, type Issue } from '../lib/errors.ts'
import { nextTurn } from '../lib/turn.ts'

type Path = (string | number)[]

export interface Checked {
  value: unknown
  /** Paths of the fields that the schema does not know; they are not in `value`. */
  unknownFields: Path[]
}

/** The most issues that an answer tells. */
const MAX_ISSUES = 100

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
  const { value, unknownFields, issues } = inspect(schema, input, strict)
  refuse(what, issues)
  return { value, unknownFields }
}

function inspect(schema: v.GenericSchema, input: unknown, strict: boolean): Checked & { issues: Issue[] } {
  const result = v.safeParse(schema, input)
  const unknownFields: Path[] = []
  const issues: Issue[] = []
  for (const issue of result.issues ?? []) {
    const path = (issue.path ?? []).map(({ key }) => key as string | number)
    if (issue.type === UNKNOWN_FIELD && !strict) unknownFields.push(path)
    else issues.push({ path, message: issue.message })
  }
  return { value: result.output, unknownFields, issues }
}

function refuse(what: string, issues: Issue[]): void {
  const [first] = issues
  if (!first) return
  const place = first.path.length > 0 ? first.path.join('.') : what
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see data.issues)` : ''
  throw badRequest(`The ${what} does not fit the schema: ${place} ${first.message}${more}.`, issues)
}

/** Objects that are checked before the event loop gets a turn: a bulk upsert must not hold up everyone else. */
const SLICE = 100

/** {@link check} for a body, whose `data` may be long: its objects are checked slice by slice. */
export async function checkBody(schema: v.GenericSchema, input: unknown, strict: boolean): Promise<Checked> {
  const data = (input as { data?: unknown } | null)?.data
  if (!Array.isArray(data) || data.length <= SLICE) return check(schema, input, { what: 'body', strict })
  await nextTurn()
  const slices: Checked[] = []
  const issues: Issue[] = []
  for (let start = 0; start < data.length && issues.length < MAX_ISSUES; start += SLICE) {
    const slice = inspect(schema, { ...(input as object), data: data.slice(start, start + SLICE) }, strict)
    const moved = (path: Path): Path =>
      path[0] === 'data' && typeof path[1] === 'number' ? ['data', path[1] + start, ...path.slice(2)] : path
    // What stands beside `data` is in every slice, and told with the first.
    const isNew = (path: Path) => start === 0 || path[0] === 'data'
    const found = slice.issues.filter(({ path }) => isNew(path))
    issues.push(...found.map(({ path, message }) => ({ path: moved(path), message })))
    slices.push({ value: slice.value, unknownFields: slice.unknownFields.filter(isNew).map(moved) })
    await nextTurn()
  }
  refuse('body', issues)
  const first = slices[0]?.value as { data?: unknown[] }
  const whole = slices.flatMap(({ value }) => (value as { data?: unknown[] }).data ?? [])
  return {
    value: first.data ? { ...first, data: whole } : first,
    unknownFields: slices.flatMap(({ unknownFields }) => unknownFields),
  }
}

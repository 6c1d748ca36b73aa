import * as v from 'valibot'
import { badRequest, type Issue } from '../../lib/errors.ts'
import { UNKNOWN_FIELD } from '../../lib/schema.ts'
import { nextTurn } from '../../lib/turn.ts'

type Path = (string | number)[]

export interface Checked {
  value: unknown
  /** Fields that the schema does not know, such as `items[].colour`, by the index of their object in `data`; they are not in `value`. */
  ignored: Ignored
}

type Ignored = Map<number, string[]>

/** The most issues that an answer tells. */
const MAX_ISSUES = 100
/** The most ignored fields of an object that are named, and the characters of a name: an Idempotency-Key keeps them for a day. */
const MAX_IGNORED = 100
const MAX_NAME = 100

/**
 * Checks a value against a schema; every issue is told, up to 100.
 *
 * @param strict whether unknown fields are issues
 * @throws DomainError BAD_REQUEST
 */
export function check(
  schema: v.GenericSchema,
  input: unknown,
  { what, strict }: { what: string; strict: boolean },
): Checked {
  const { value, ignored, issues } = inspect(schema, input, strict)
  refuse(what, issues)
  return { value, ignored }
}

function inspect(schema: v.GenericSchema, input: unknown, strict: boolean): Checked & { issues: Issue[] } {
  const result = v.safeParse(schema, input)
  const ignored: Ignored = new Map()
  const issues: Issue[] = []
  for (const issue of result.issues ?? []) {
    const path = (issue.path ?? []).map(({ key }) => key as string | number)
    if (issue.type === UNKNOWN_FIELD && !strict) noteIgnored(ignored, path)
    else issues.push({ path, message: issue.message })
  }
  return { value: result.output, ignored, issues }
}

/** Names an unknown field of an object in `data`: `colour`, or `items[].colour` inside an array. What is beside `data` has no result to be named in. */
function noteIgnored(ignored: Ignored, [root, index, ...path]: Path): void {
  if (root !== 'data' || typeof index !== 'number') return
  const names = ignored.get(index) ?? []
  if (names.length >= MAX_IGNORED) return
  const name = path
    .map((key) => (typeof key === 'number' ? '[]' : `.${key}`))
    .join('')
    .slice(1)
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).toWellFormed()}…` : name
  if (!names.includes(shown)) ignored.set(index, [...names, shown])
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
  const slices: unknown[] = []
  const issues: Issue[] = []
  for (let start = 0; start < data.length && issues.length < MAX_ISSUES; start += SLICE) {
    const slice = inspect(schema, { ...(input as object), data: data.slice(start, start + SLICE) }, strict)
    const moved = (path: Path): Path =>
      path[0] === 'data' && typeof path[1] === 'number' ? ['data', path[1] + start, ...path.slice(2)] : path
    // What stands beside `data` is in every slice, and told with the first.
    const isNew = (path: Path) => start === 0 || path[0] === 'data'
    const found = slice.issues.filter(({ path }) => isNew(path))
    issues.push(...found.map(({ path, message }) => ({ path: moved(path), message })))
    slices.push(slice.value)
    await nextTurn()
  }
  refuse('body', issues)
  const first = slices[0] as { data?: unknown[] }
  const whole = slices.flatMap((value) => (value as { data?: unknown[] }).data ?? [])
  // Only bulk calls are this long, and they answer before they have results to name a field in.
  return { value: first.data ? { ...first, data: whole } : first, ignored: new Map() }
}

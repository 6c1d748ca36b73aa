import { isAscii } from 'node:buffer'
import type * as v from 'valibot'
import { badRequest, type DomainError, type Issue } from '../../lib/errors.ts'
import { nextTurn } from '../../lib/gate.ts'
import { extentOf, parse } from '../../lib/json.ts'
import { validate } from '../../lib/validate.ts'
import { HttpError } from '../errors.ts'
import type { Route } from '../route.ts'
import { type Checked, NONE_IGNORED, type RawBody, UNDECLARED } from './checked.ts'

/*
 * The checks of a body: JSON, number of objects, schema, and the route's own preparation for its handler.
 */

/**
 * Parses and checks a body, and prepares it for the route's handler.
 *
 * @throws DomainError BAD_REQUEST, PAYLOAD_TOO_LARGE
 */
export async function checkedBody({ body }: Route, { bytes, strict }: RawBody): Promise<Checked> {
  if (!body) return UNDECLARED
  const input = body.optional && bytes.length === 0 ? {} : (body.read ?? parseBody)(bytes)
  const over = body.count?.(input)
  if (over) {
    throw new HttpError(
      'PAYLOAD_TOO_LARGE',
      'too_many_objects',
      `${over.received} ${over.what} in one call are too many. Send at most ${over.max} per call.`,
      { data: { max: over.max, received: over.received } },
    )
  }
  const { value, ignored } = await checkBody(body.schema, input, strict)
  return { value: body.ready ? body.ready(value) : value, ignored }
}

/** The member whose JSON text is stored unchanged: the shop's own fields. */
const VERBATIM = 'custom'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The deepest nesting that is parsed. V8 needs about 40 bytes for each level: megabytes of brackets would take gigabytes. */
const MAX_LEVELS = 500_000
/** The maximum number of values in a body: `{}` takes two bytes to send and 60 in memory. */
const MAX_VALUES = 2_000_000

/**
 * @throws DomainError BAD_REQUEST if the bytes are not UTF-8 or not JSON, PAYLOAD_TOO_LARGE if parsing them would take too much memory
 */
export function parseBody({ buffer, byteOffset, byteLength }: Uint8Array): unknown {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  boundExtent(bytes)
  let text: string
  try {
    // Most bodies are ASCII, which needs no decoding.
    text = isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes)
  } catch {
    throw malformed('is not valid UTF-8')
  }
  if (text.trim() === '') throw malformed('is empty')
  try {
    return parse(text, VERBATIM)
  } catch (error) {
    throw malformed(`is not valid JSON (${place(error, text)})`)
  }
}

function boundExtent(bytes: Buffer): void {
  // A shorter body cannot exceed either limit.
  if (bytes.length <= MAX_LEVELS) return
  const { values, levels } = extentOf(bytes)
  if (levels > MAX_LEVELS) throw malformed('is nested too deeply')
  if (values <= MAX_VALUES) return
  throw new HttpError(
    'PAYLOAD_TOO_LARGE',
    'too_many_values',
    `The body has ${values} values, more than ${MAX_VALUES}. Send fewer objects in one call.`,
    { data: { max: MAX_VALUES, received: values } },
  )
}

function malformed(problem: string): DomainError {
  return badRequest(`The body ${problem}. Send one JSON object.`, [{ path: [], message: problem }])
}

/** The position of a JSON error. V8's message quotes the text, which may be personal data, so only its position is used. */
function place(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec((error as Error).message)?.[1]
  return position === undefined
    ? `it ends too early, after ${text.length} characters`
    : `at character ${Number(position) + 1}`
}

type Path = (string | number)[]

/** The maximum number of issues in a response. */
const MAX_ISSUES = 100
/** The maximum number of reported ignored fields of an object, and of characters of a name: idempotency records store them for a day. */
export const MAX_IGNORED = 100
export const MAX_NAME = 100

/**
 * Checks a value against a schema. Up to 100 issues are reported.
 *
 * @param strict whether ignored fields are issues
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
  const { output, issues: found } = validate(schema, input)
  if (found.length === 0) return { value: output, ignored: NONE_IGNORED, issues: [] }
  const ignored = new Map<number, string[]>()
  const issues: Issue[] = []
  for (const { path, message, mayBeIgnored } of found) {
    if (mayBeIgnored && !strict) noteIgnored(ignored, path)
    else issues.push({ path, message })
  }
  return { value: output, ignored, issues }
}

/** Adds the name of an ignored field in `data`, such as `colour` or `items[].colour`. Fields outside `data` belong to no result. */
function noteIgnored(ignored: Map<number, string[]>, [root, index, ...path]: Path): void {
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

/** The number of objects checked before other work gets a turn: a bulk upsert must not delay other calls. */
const SLICE = 100

/** {@link check} for a body, whose `data` may be long and is checked in slices. */
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
    // Fields outside `data` are in every slice; their issues are reported with the first.
    const isNew = (path: Path) => start === 0 || path[0] === 'data'
    const found = slice.issues.filter(({ path }) => isNew(path))
    issues.push(...found.map(({ path, message }) => ({ path: moved(path), message })))
    slices.push(slice.value)
    await nextTurn()
  }
  refuse('body', issues)
  const first = slices[0] as { data?: unknown[] }
  const whole = slices.flatMap((value) => (value as { data?: unknown[] }).data ?? [])
  // Only bulk calls are this long, and their response has no results that could list ignored fields.
  return { value: first.data ? { ...first, data: whole } : first, ignored: NONE_IGNORED }
}

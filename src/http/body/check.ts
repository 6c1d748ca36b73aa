import { isAscii } from 'node:buffer'
import type * as v from 'valibot'
import { badRequest, type DomainError, type Issue } from '../../lib/errors.ts'
import { extentOf, parse } from '../../lib/json.ts'
import { nextTurn } from '../../lib/turn.ts'
import { validate } from '../../lib/validate.ts'
import { HttpError } from '../errors.ts'
import type { Route } from '../route.ts'

/*
 * From the bytes of a body to what the route's handler gets: JSON, number of objects, schema, and what the route makes of it.
 */

/** What a checked body is made of. */
export interface RawBody {
  bytes: Uint8Array
  /** Whether unknown fields are issues. */
  strict: boolean
}

/**
 * Reads a body as the route's handler gets it: JSON, number of objects, schema, and what the route makes of it.
 *
 * @throws DomainError BAD_REQUEST, PAYLOAD_TOO_LARGE
 */
export async function checkedBody({ body }: Route, { bytes, strict }: RawBody): Promise<Checked> {
  if (!body) return { value: undefined, ignored: new Map() }
  const input = body.optional && bytes.length === 0 ? {} : parseBody(bytes)
  const over = body.count?.(input)
  if (over) {
    throw new HttpError(
      'PAYLOAD_TOO_LARGE',
      'too_many_objects',
      `${over.received} ${over.what} in one call are too many: send at most ${over.max}, in several calls.`,
      { data: { max: over.max, received: over.received } },
    )
  }
  const { value, ignored } = await checkBody(body.schema, input, strict)
  return { value: body.ready ? body.ready(value) : value, ignored }
}

/** The member that is kept as it was written: the shop's own fields. */
const VERBATIM = 'custom'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The deepest nesting that is parsed: V8 keeps some 40 bytes for each level, which for megabytes of brackets come to gigabytes. */
const MAX_LEVELS = 500_000
/** The most values in a body: `{}` is two bytes to send, and 60 to keep. */
const MAX_VALUES = 2_000_000

/**
 * @throws DomainError BAD_REQUEST when the bytes are not UTF-8 or not JSON, PAYLOAD_TOO_LARGE when parsing them would take too much memory
 */
export function parseBody({ buffer, byteOffset, byteLength }: Uint8Array): unknown {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  boundExtent(bytes)
  let text: string
  try {
    // ASCII, as most bodies are, needs no decoding.
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
  // No shorter body has so many levels, let alone values.
  if (bytes.length <= MAX_LEVELS) return
  const { values, levels } = extentOf(bytes)
  if (levels > MAX_LEVELS) throw malformed('nests too deep')
  if (values <= MAX_VALUES) return
  throw new HttpError(
    'PAYLOAD_TOO_LARGE',
    'too_many_values',
    `The body has ${values} values, more than ${MAX_VALUES}. Send fewer objects in one call.`,
    { data: { max: MAX_VALUES, received: values } },
  )
}

function malformed(problem: string): DomainError {
  return badRequest(`The body ${problem}: send one JSON object.`, [{ path: [], message: problem }])
}

/** Where a JSON text goes wrong. V8's own message quotes the text, which may be personal data, so only the position is taken from it. */
function place(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec((error as Error).message)?.[1]
  return position === undefined
    ? `it breaks off after ${text.length} characters`
    : `at character ${Number(position) + 1}`
}

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
  const { output, issues: found } = validate(schema, input)
  const ignored: Ignored = new Map()
  const issues: Issue[] = []
  for (const { path, message, isUnknownField } of found) {
    if (isUnknownField && !strict) noteIgnored(ignored, path)
    else issues.push({ path, message })
  }
  return { value: output, ignored, issues }
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

import * as v from 'valibot'
import { JsonText } from '../lib/json.ts'
import { parseTime } from '../lib/time.ts'

/*
 * The kinds of field that pushed objects are made of. Each says once how a value is checked, what is told when it is wrong,
 * and how the API reference describes it (`json`, a fragment of JSON Schema).
 */

type JsonSchema = Record<string, unknown>

/** How a stored value differs from the pushed one: see `present.ts`. */
export type Stored = 'time' | 'custom'

export interface FieldMetadata {
  json: JsonSchema
  stored?: Stored
}

/** The type of issue that {@link object} reports for a field it does not know. The field is not in the output. */
export const UNKNOWN_FIELD = 'unknown_field'
/** No more unknown fields than these are told of one object. */
const UNKNOWN_FIELDS_TOLD = 100

function described(doc: string | undefined, json: JsonSchema): JsonSchema {
  return doc ? { ...json, description: doc } : json
}

/** A string for which `problem` finds nothing to complain about. */
function checkedString(problem: (value: string) => string | undefined, json: JsonSchema) {
  return v.pipe(
    v.string('must be a string'),
    v.check(
      (value) => problem(value) === undefined,
      (issue) => problem(issue.input) ?? '',
    ),
    v.metadata({ json: { type: 'string', ...json } } satisfies FieldMetadata),
  )
}

/** SQLite and UTF-8 can't hold every JavaScript string: what could not come back as it was sent is refused. */
function unstorable(value: string): string | undefined {
  if (value.includes('\0')) return 'must not contain NUL characters'
  if (!value.isWellFormed()) return 'must not contain half of a surrogate pair (it is not valid Unicode)'
  return undefined
}

function lengthProblem(value: string, max: number): string | undefined {
  // A character outside the basic plane is two code units: count characters only where the quick count is over.
  return value.length > max && [...value].length > max ? `must have at most ${max} characters` : undefined
}

/** Any text of at most `max` characters. */
export function text(doc?: string, max = 2_000) {
  return checkedString((value) => lengthProblem(value, max) ?? unstorable(value), described(doc, { maxLength: max }))
}

/** Long text, such as a note or a message's body. */
export function longText(doc?: string) {
  return text(doc, 100_000)
}

/** The shop's own id of something: 1 to 255 characters, compared byte for byte. */
export function id(doc?: string) {
  return checkedString(
    (value) => (value === '' ? 'must have at least 1 character' : (lengthProblem(value, 255) ?? unstorable(value))),
    described(doc, { minLength: 1, maxLength: 255 }),
  )
}

function matching(pattern: RegExp, problem: string, doc: string | undefined, max: number, json: JsonSchema) {
  return checkedString(
    (value) => lengthProblem(value, max) ?? (pattern.test(value) ? unstorable(value) : problem),
    described(doc, { maxLength: max, ...json }),
  )
}

export function email(doc?: string) {
  return matching(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address', doc, 320, { format: 'email' })
}

const URL_START = /^https?:\/\/./i

export function url(doc?: string) {
  return checkedString(
    (value) =>
      lengthProblem(value, 2_000) ??
      (URL_START.test(value) && URL.canParse(value) ? unstorable(value) : 'must be an http or https URL'),
    described(doc, { maxLength: 2_000, format: 'uri' }),
  )
}

export function currency(doc?: string) {
  return matching(/^[A-Z]{3}$/, 'must be an ISO 4217 code of three capitals, such as EUR', doc, 3, {
    pattern: '^[A-Z]{3}$',
  })
}

export function country(doc?: string) {
  return matching(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code of two capitals, such as DE', doc, 2, {
    pattern: '^[A-Z]{2}$',
  })
}

/** A BCP 47 language tag. */
export function locale(doc?: string) {
  const pattern = '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$'
  return matching(new RegExp(pattern), 'must be a BCP 47 language tag, such as en or pt-BR', doc, 64, { pattern })
}

function wholeNumber(doc: string | undefined, min: number, max: number, unit = 'a whole number') {
  return v.pipe(
    v.number('must be a number'),
    v.check(
      (value) => Number.isSafeInteger(value) && value >= min && value <= max,
      `must be ${unit} from ${min} to ${max}`,
    ),
    v.metadata({ json: described(doc, { type: 'integer', minimum: min, maximum: max }) } satisfies FieldMetadata),
  )
}

/** A whole number of at least `min`. */
export function int(doc?: string, min = 0, max = Number.MAX_SAFE_INTEGER) {
  return wholeNumber(doc, min, max)
}

/** An amount in minor units of its currency. */
export function money(doc?: string) {
  return wholeNumber(doc, 0, Number.MAX_SAFE_INTEGER, 'a whole number of minor units')
}

export function flag(doc?: string) {
  return v.pipe(
    v.boolean('must be true or false'),
    v.metadata({ json: described(doc, { type: 'boolean' }) } satisfies FieldMetadata),
  )
}

export function choice<const Options extends readonly string[]>(options: Options, doc?: string) {
  return v.pipe(
    v.picklist(options, `must be one of ${options.join(', ')}`),
    v.metadata({ json: described(doc, {}) } satisfies FieldMetadata),
  )
}

/** A point in time; comes out as epoch milliseconds. */
export function time(doc?: string) {
  return v.pipe(
    v.custom<string | number>(
      (value) => typeof value === 'string' || typeof value === 'number',
      'must be a time: an ISO-8601 string with a zone or epoch milliseconds',
    ),
    v.metadata({
      json: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }],
        description: `${doc ? `${doc} ` : ''}ISO-8601 with a time zone, or epoch milliseconds; answers always carry ISO-8601 in UTC.`,
      },
      stored: 'time',
    } satisfies FieldMetadata),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = parseTime(dataset.value)
      if (typeof parsed === 'number') return parsed
      addIssue({ message: parsed.problem })
      return NEVER
    }),
  )
}

const CUSTOM_MAX_BYTES = 32 * 1024
const CUSTOM_MAX_DEPTH = 32

/** The shop's own fields: any JSON object, kept exactly; comes out as its JSON text. */
export function custom() {
  return v.pipe(
    v.custom<object>((value) => value instanceof JsonText || isObject(value), 'must be an object'),
    v.metadata({
      json: {
        type: 'object',
        additionalProperties: true,
        description: `Your own fields, kept as they are and hidden from the assistant by default. At most 32 KiB as JSON, nested at most ${CUSTOM_MAX_DEPTH} deep.`,
      },
      stored: 'custom',
    } satisfies FieldMetadata),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const problem = customProblem(dataset.value)
      const json = problem ? '' : customText(dataset.value)
      if (!problem && Buffer.byteLength(json) <= CUSTOM_MAX_BYTES) return json
      addIssue({ message: problem ?? 'must have at most 32 KiB as JSON' })
      return NEVER
    }),
  )
}

function customText(value: object): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value)
}

function customProblem(value: object): string | undefined {
  if (!(value instanceof JsonText)) return nestedProblem(value, CUSTOM_MAX_DEPTH)
  if (!value.text.startsWith('{')) return 'must be an object'
  return nestedProblem(JSON.parse(value.text), CUSTOM_MAX_DEPTH)
}

function nestedProblem(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return unstorable(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === 0) return `must not be nested more than ${CUSTOM_MAX_DEPTH} deep`
  for (const [key, entry] of Object.entries(value)) {
    const problem = unstorable(key) ?? nestedProblem(entry, depth - 1)
    if (problem) return problem
  }
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Names with a text each, such as a variant's options. */
export function texts(max: number, doc?: string) {
  const problem = (value: unknown): string | undefined => {
    if (!isObject(value)) return 'must be an object'
    if (Object.keys(value).length > max) return `must have at most ${max} entries`
    for (const [name, entry] of Object.entries(value)) {
      if (typeof entry !== 'string') return `must have strings as values; ${JSON.stringify(name)} has none`
      const wrong = lengthProblem(name, 255) ?? lengthProblem(entry, 2_000) ?? unstorable(name) ?? unstorable(entry)
      if (wrong) return `${wrong} in any name or value`
    }
    return undefined
  }
  return v.pipe(
    v.custom<Record<string, string>>(
      (value) => problem(value) === undefined,
      (issue) => problem(issue.input) ?? '',
    ),
    v.metadata({
      json: described(doc, {
        type: 'object',
        additionalProperties: { type: 'string', maxLength: 2_000 },
        maxProperties: max,
      }),
    } satisfies FieldMetadata),
  )
}

/** A field that may be left out, which leaves what is stored, or null, which clears it. */
export function optional<const Field extends v.GenericSchema>(field: Field) {
  return v.nullish(field)
}

/**
 * An array of at most `max` entries. The length is checked first: the entries of a longer one are not looked at, so that a huge
 * array of nonsense costs one issue and not a million.
 */
export function list<const Entry extends v.GenericSchema>(entry: Entry, max: number) {
  const schema = v.array(entry, 'must be an array')
  const run = schema['~run'].bind(schema)
  const bounded: typeof schema = {
    ...schema,
    '~run': (dataset, config) => {
      if (!Array.isArray(dataset.value) || dataset.value.length <= max) return run(dataset, config)
      const message = `must have at most ${max} entries`
      return failed(dataset.value, {
        kind: 'schema',
        type: 'array',
        input: dataset.value,
        expected: `<=${max}`,
        received: 'Array',
        message,
      })
    },
  }
  return v.pipe(bounded, v.metadata({ json: { maxItems: max } } satisfies FieldMetadata))
}

/**
 * An object with the given fields, known to the API reference as `name`. An array is no object. A field that it does not know is
 * left out of the output and reported as an issue of type {@link UNKNOWN_FIELD}; whether that is an error is the caller's choice.
 */
export function object<const Entries extends v.ObjectEntries>(name: string, entries: Entries) {
  const schema = v.object(entries, (issue) => (issue.path ? 'is required' : 'must be an object'))
  const run = schema['~run'].bind(schema)
  const tolerant: typeof schema = {
    ...schema,
    '~run': (dataset, config) => {
      const input = dataset.value
      if (Array.isArray(input)) {
        return failed(input, {
          kind: 'schema',
          type: 'object',
          input,
          expected: 'Object',
          received: 'Array',
          message: 'must be an object',
        })
      }
      const result = run(dataset, config)
      const unknown = isObject(input) ? unknownFields(input, entries) : []
      // A partial dataset: typed output with issues, as the validating actions of a pipe leave it too.
      if (unknown.length > 0) Object.assign(result, { issues: [...(result.issues ?? []), ...unknown] })
      return result
    },
  }
  return v.pipe(tolerant, v.title(name))
}

function unknownFields(input: Record<string, unknown>, entries: v.ObjectEntries): v.BaseIssue<unknown>[] {
  const issues: v.BaseIssue<unknown>[] = []
  for (const key in input) {
    if (Object.hasOwn(entries, key)) continue
    const value = input[key]
    issues.push({
      kind: 'schema',
      type: UNKNOWN_FIELD,
      input: value,
      expected: 'never',
      received: key,
      message: 'is not a known field',
      path: [{ type: 'object', origin: 'key', input, key, value }],
    })
    if (issues.length === UNKNOWN_FIELDS_TOLD) break
  }
  return issues
}

function failed<Issue extends v.BaseIssue<unknown>>(value: unknown, issue: Issue): v.FailureDataset<Issue> {
  return { typed: false, value, issues: [issue] }
}

import { countryCode } from './countries.ts'
import { currencies, nearestCurrency } from './currencies.ts'
import { isObject, type LeafFacts, leaf, Problem } from './schema.ts'
import { parseTime } from './time.ts'

/*
 * The kinds of field in pushed objects. Each defines the check of a value, the message for an invalid value, and the description in
 * the API reference.
 */

type JsonSchema = Record<string, unknown>

function described(doc: string | undefined, json: JsonSchema): JsonSchema {
  return doc ? { ...json, description: doc } : json
}

/** A string that is valid if `problem` returns undefined. */
function checkedString(
  problem: (value: string) => string | undefined,
  json: JsonSchema,
  facts: Pick<LeafFacts, 'isOmittedIfEmpty'> = {},
) {
  return leaf<string, string>({
    ...facts,
    json: { type: 'string', ...json },
    read: (value) => {
      if (typeof value !== 'string') return new Problem('must be a string')
      const found = problem(value)
      return found === undefined ? value : new Problem(found)
    },
  })
}

/** Why a string cannot be stored unchanged in SQLite as UTF-8; undefined if it can. */
export function unstorable(value: string): string | undefined {
  if (value.includes('\0')) return 'must not contain NUL characters'
  if (!value.isWellFormed()) return 'must not contain half of a surrogate pair (it is not valid Unicode)'
  return undefined
}

function lengthProblem(value: string, max: number): string | undefined {
  // Characters outside the basic plane are two code units: count characters only if the number of code units does not decide.
  const isOver = value.length > 2 * max || (value.length > max && [...value].length > max)
  return isOver ? `must have at most ${max} characters` : undefined
}

/** Any text of at most `max` characters. */
export function text(doc?: string, max = 2_000) {
  return checkedString((value) => lengthProblem(value, max) ?? unstorable(value), described(doc, { maxLength: max }))
}

/** Text of at most `max` bytes in UTF-8. */
export function textOfBytes(doc: string | undefined, max: number) {
  // A UTF-16 unit has at most three bytes in UTF-8, so short texts need no exact count.
  const isOver = (value: string) => value.length * 3 > max && Buffer.byteLength(value) > max
  return checkedString(
    (value) => (isOver(value) ? `must have at most ${max} bytes in UTF-8` : unstorable(value)),
    described(doc, { maxLength: max }),
  )
}

/** Long text, such as a note or a message's body. */
export function longText(doc?: string) {
  return text(doc, 100_000)
}

function someTextProblem(value: string, max: number): string | undefined {
  return value === '' ? 'must have at least 1 character' : (lengthProblem(value, max) ?? unstorable(value))
}

/** Text of 1 to `max` characters. */
export function someText(doc: string | undefined, max: number) {
  return checkedString((value) => someTextProblem(value, max), described(doc, { minLength: 1, maxLength: max }))
}

const MAX_ID = 255

/** The shop's own id of something: 1 to 255 characters, compared byte for byte. */
export function id(doc?: string) {
  return someText(doc, MAX_ID)
}

/** Every text except `.` and `..`, which addresses resolve; without a lookahead, which not every language supports. */
export const NO_FOLDER = String.raw`^([^.]|\.[^.]|\.\.[\s\S])`

/** The id of an object with its own address. */
export function objectId(doc?: string) {
  return checkedString(
    (value) =>
      value === '.' || value === '..'
        ? 'must not be . or .., which a URL cannot contain'
        : someTextProblem(value, MAX_ID),
    described(doc, { minLength: 1, maxLength: MAX_ID, pattern: NO_FOLDER }),
  )
}

function matching(pattern: RegExp, problem: string, doc: string | undefined, max: number, json: JsonSchema) {
  return checkedString(
    (value) => lengthProblem(value, max) ?? (pattern.test(value) ? unstorable(value) : problem),
    described(doc, { maxLength: max, ...json }),
  )
}

const EMAIL = /^[^\s@]+@[^\s@]+$/
const MAX_EMAIL = 320

export function email(doc?: string) {
  return checkedString(
    (value) => lengthProblem(value, MAX_EMAIL) ?? (EMAIL.test(value) ? unstorable(value) : 'must be an e-mail address'),
    described(doc, { maxLength: MAX_EMAIL, format: 'email' }),
    { isOmittedIfEmpty: true },
  )
}

const URL_START = /^https?:\/\/./i

export function url(doc?: string) {
  return checkedString(
    (value) =>
      lengthProblem(value, 2_000) ??
      (URL_START.test(value) && URL.canParse(value) ? unstorable(value) : 'must be an http or https URL'),
    described(doc, { maxLength: 2_000, format: 'uri' }),
    { isOmittedIfEmpty: true },
  )
}

const THREE_CAPITALS = '^[A-Z]{3}$'

/** The currency of amounts: a code of ISO 4217, in use or historic. */
export function currency(doc?: string) {
  return checkedString(
    (value) => (currencies.has(value) ? undefined : currencyProblem(value)),
    described(doc, { maxLength: 3, pattern: THREE_CAPITALS }),
  )
}

function currencyProblem(value: string): string {
  const nearest = nearestCurrency(value)
  return `must be an ISO 4217 currency code${nearest === undefined ? ', such as EUR' : `: the nearest one is ${nearest}`}`
}

/** A currency code from a shop's response, also one that ISO 4217 does not contain. */
export function anyCurrency(doc?: string) {
  return matching(new RegExp(THREE_CAPITALS), 'must be a code of three capital letters, such as EUR', doc, 3, {
    pattern: THREE_CAPITALS,
  })
}

const TWO_CAPITALS = '^[A-Z]{2}$'

export function country(doc?: string) {
  const pattern = new RegExp(TWO_CAPITALS)
  return checkedString(
    (value) => (pattern.test(value) ? undefined : countryProblem(value)),
    described(doc, { maxLength: 2, pattern: TWO_CAPITALS }),
    { isOmittedIfEmpty: true },
  )
}

function countryProblem(value: string): string {
  const meant = countryCode(value)
  return `must be a two-letter country code (ISO 3166-1 alpha-2)${meant === undefined ? ', such as DE' : `: ${meant}`}`
}

/** A BCP 47 language tag. */
export function locale(doc?: string) {
  const pattern = '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$'
  return matching(new RegExp(pattern), 'must be a BCP 47 language tag, such as en or pt-BR', doc, 64, { pattern })
}

/** A color as `#rrggbb`. */
export function hexColor(doc?: string) {
  const pattern = '^#[0-9A-Fa-f]{6}$'
  return matching(new RegExp(pattern), 'must be a color such as #1a56db', doc, 7, { pattern })
}

interface WholeNumber {
  min: number
  max: number
  /** The unit, for messages about numbers out of range. */
  unit?: string
  /** The end of the message about a fraction. */
  ofFraction?: string
  /** The message about zero. */
  ofZero?: string
  isAmount?: boolean
}

function wholeNumber(doc: string | undefined, facts: WholeNumber) {
  const { min, max, unit = '', ofFraction = '', ofZero, isAmount = false } = facts
  const json = described(doc, { type: 'integer', minimum: min, maximum: max })
  return leaf<number, number>({
    json,
    isAmount,
    read: (value) => {
      if (typeof value !== 'number') return new Problem('must be a number')
      if (!Number.isSafeInteger(value) || value < min || value > max) {
        if (Number.isFinite(value) && !Number.isInteger(value)) return new Problem(`is not a whole number${ofFraction}`)
        return new Problem((value === 0 && ofZero) || `must be a whole number${unit} from ${min} to ${max}`)
      }
      // JSON allows -0, which equals 0 but is written differently.
      return value === 0 ? 0 : value
    },
  })
}

/** A whole number of at least `min`. */
export function int(doc?: string, min = 0, max = Number.MAX_SAFE_INTEGER) {
  return wholeNumber(doc, { min, max })
}

/** How many units of something a line has: at least 1. */
export function quantity(doc?: string) {
  return wholeNumber(doc, { min: 1, max: Number.MAX_SAFE_INTEGER, ofZero: 'is 0: leave the line out' })
}

/** An amount in minor units of its currency. */
export function money(doc?: string) {
  return wholeNumber(doc, {
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    unit: ' of minor units',
    isAmount: true,
    ofFraction: ': amounts are in minor units, such as 1250 for EUR 12.50',
  })
}

export function flag(doc?: string) {
  return leaf<boolean, boolean>({
    json: described(doc, { type: 'boolean' }),
    read: (value) => (typeof value === 'boolean' ? value : new Problem('must be true or false')),
  })
}

export function choice<const Options extends readonly string[]>(options: Options, doc?: string) {
  const known = new Set<unknown>(options)
  const wrong = new Problem(`must be one of ${options.join(', ')}`)
  return leaf<Options[number], Options[number]>({
    json: described(doc, { enum: options, type: 'string' }),
    read: (value) => (known.has(value) ? (value as Options[number]) : wrong),
  })
}

/** A point in time, read as epoch milliseconds. */
export function time(doc?: string) {
  const isoTime = { type: 'string', format: 'date-time' }
  const about = doc ? `${doc} ` : ''
  return leaf<string | number, number>({
    json: {
      anyOf: [isoTime, { type: 'integer' }],
      description: `${about}ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC.`,
    },
    shownJson: { ...isoTime, description: `${about}ISO-8601 in UTC.` },
    stored: 'time',
    isOmittedIfEmpty: true,
    read: (value) => {
      if (typeof value !== 'string' && typeof value !== 'number') {
        return new Problem('must be a time: an ISO-8601 string with a time zone, or epoch milliseconds')
      }
      const parsed = parseTime(value)
      return typeof parsed === 'number' ? parsed : new Problem(parsed.problem)
    },
  })
}

/** An object with texts as values, such as a variant's options. */
export function texts(max: number, doc?: string) {
  const problem = (name: string, entry: unknown): string | undefined => {
    const ofName = lengthProblem(name, 255) ?? unstorable(name)
    if (ofName) return `${ofName} in its name`
    return typeof entry === 'string' ? (lengthProblem(entry, 2_000) ?? unstorable(entry)) : 'must be a string'
  }
  const json = described(doc, {
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 2_000 },
    maxProperties: max,
  })
  return leaf<Record<string, string>, Record<string, string>>({
    json,
    read: (value) => {
      if (!isObject(value)) return new Problem('must be an object')
      const entries = Object.entries(value)
      if (entries.length > max) return new Problem(`must have at most ${max} entries`)
      const found = entries.flatMap(([name, entry]) => {
        const wrong = problem(name, entry)
        return wrong === undefined ? [] : [new Problem(wrong, [name])]
      })
      return found.length > 0 ? found : (value as Record<string, string>)
    },
  })
}

/** Any JSON object in a response. */
export function anyObject(doc: string) {
  return leaf<object, object>({
    json: { type: 'object', additionalProperties: true, description: doc },
    read: (value) => (isObject(value) ? value : new Problem('must be an object')),
  })
}

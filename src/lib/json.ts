import { randomUUID } from 'node:crypto'
import { createScanner } from 'jsonc-parser'

/**
 * JSON as text. JavaScript objects reorder keys that look like integers and round numbers above 2^53. So a value that must be returned
 * exactly as sent is kept as text, which {@link stringify} writes unchanged.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): string {
    written.push(this.text)
    return MARK
  }
}

/** The texts of the current JSON.stringify call, in their order. */
let written: string[] = []
/** The placeholder of a JsonText in the output of JSON.stringify. Random, so that no string of a caller equals it. */
const MARK = randomUUID()

/** JSON.stringify that writes the text of each {@link JsonText} in `value` as JSON. */
export function stringify(value: unknown): string {
  written = []
  const text = JSON.stringify(value)
  const texts = written
  written = []
  if (texts.length === 0) return text
  return text.split(`"${MARK}"`).reduce((before, after, index) => before + texts[index - 1] + after)
}

/** The maximum depth of `verbatim` members; the deepest one in the API is `data[].items[].custom`. */
const VERBATIM_DEPTH = 6

/**
 * JSON.parse, but a member named `verbatim` becomes a {@link JsonText} if JavaScript cannot represent its value exactly.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parse(text: string, verbatim: string): unknown {
  const value: unknown = JSON.parse(text)
  // A name may be written with escapes, too.
  const mayHaveOne = text.includes(`"${verbatim}"`) || text.includes('\\u')
  if (mayHaveOne && (ODD_NUMBER.test(text) || hasEscapedName(text) || hasInexact(value, verbatim, VERBATIM_DEPTH))) {
    keepVerbatim(text, verbatim, value)
  }
  return value
}

/** The number of values and levels of a JSON text, which decide how much memory parsing takes. */
export interface Extent {
  /** All values, including arrays and objects, without names. */
  values: number
  /** The nesting depth of arrays and objects. */
  levels: number
}

/**
 * Counts the values and levels of a text in UTF-8, in one pass over its bytes and without extra memory. For invalid JSON the counts
 * are meaningless; parsing reports the error.
 */
export function extentOf(bytes: Uint8Array): Extent {
  let values = 1
  let levels = 0
  let deepest = 0
  /** Whether nothing but white space has followed the last bracket that opened. */
  let isEmpty = false
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case SPACE:
      case TAB:
      case LINE_FEED:
      case CARRIAGE_RETURN:
        continue
      case QUOTE:
        while (++at < bytes.length && bytes[at] !== QUOTE) if (bytes[at] === BACKSLASH) at++
        break
      case COMMA:
        values++
        break
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        // Count the first value of the container; an empty container subtracts it again.
        values++
        if (++levels > deepest) deepest = levels
        isEmpty = true
        continue
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        levels--
        if (isEmpty) values--
    }
    isEmpty = false
  }
  return { values, levels: deepest }
}

const [SPACE, TAB, LINE_FEED, CARRIAGE_RETURN, COMMA] = [0x20, 0x09, 0x0a, 0x0d, 0x2c]
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * A number with an exponent or with more digits than a double has: the parsed double does not show the loss. The preceding character
 * excludes most strings, such as `"\u00e9"` or an id.
 */
const ODD_NUMBER = /(?<=[:,[\s])-?(?:[\d.]{17}|[\d.]+[eE])/

/** The text between a name and its value. */
const COLON = /[ \t\n\r]*:/y

/**
 * Whether a name in `text`, which must be valid JSON, contains an escape. V8's JSON.parse may read such a name as another name,
 * from any earlier text, that begins with a backslash (nodejs/node#63785).
 */
function hasEscapedName(text: string): boolean {
  // The current character is always inside a string, since a backslash occurs nowhere else.
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    COLON.lastIndex = ++at
    if (COLON.test(text)) return true
  }
  return false
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function hasInexact(value: unknown, verbatim: string, depth: number): boolean {
  if (!isContainer(value) || depth === 0) return false
  if (Array.isArray(value)) return value.some((entry) => hasInexact(entry, verbatim, depth - 1))
  return Object.entries(value).some(([key, entry]) =>
    key === verbatim ? isInexact(entry) : hasInexact(entry, verbatim, depth - 1),
  )
}

const INTEGER_LIKE = /^(0|[1-9]\d*)$/

/** Whether writing the parsed value could change a number or the order of keys. Deep nesting counts as exact: it is rejected later. */
function isInexact(value: unknown, depth = 64): boolean {
  if (typeof value === 'number')
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))
  if (!isContainer(value) || depth === 0) return false
  if (Array.isArray(value)) return value.some((entry) => isInexact(entry, depth - 1))
  const keys = Object.keys(value)
  return (
    (keys.length > 1 && keys.some((key) => INTEGER_LIKE.test(key))) ||
    keys.some((key) => isInexact(value[key], depth - 1))
  )
}

/** Walks the tokens of `text` together with its parsed value, and replaces each verbatim member by its text. */
function keepVerbatim(text: string, verbatim: string, root: unknown): void {
  const tokens = tokensOf(text)
  /** The containers around the current token: the parsed value and, in an array, the index of the next entry. */
  const around: { value: unknown; index: number }[] = []
  let key: string | undefined
  const child = (): unknown => {
    const parent = around.at(-1)
    if (!parent) return root
    if (Array.isArray(parent.value)) return parent.value[parent.index]
    return isContainer(parent.value) && key !== undefined ? parent.value[key] : undefined
  }
  for (let token = tokens.next(); token !== ''; token = tokens.next()) {
    const parent = around.at(-1)
    if (token === ',' && parent) parent.index++
    else if (CLOSING.has(token)) around.pop()
    else if (OPENING.has(token)) around.push({ value: child(), index: 0 })
    else if (token.startsWith('"')) key = tokens.string()
    else if (token === ':' && key === verbatim) {
      const value = valueText(tokens)
      // If a key occurs twice, only the later container is in the parsed value.
      if (!isContainer(parent?.value) || !Object.hasOwn(parent.value, verbatim)) continue
      // Null, booleans and strings are always exact.
      const parsed = parent.value[verbatim]
      if (isContainer(parsed) || typeof parsed === 'number') parent.value[verbatim] = new JsonText(value)
    }
  }
}

const OPENING = new Set(['{', '['])
const CLOSING = new Set(['}', ']'])

interface Tokens {
  /** The text of the next token, without white space; empty at the end. */
  next(): string
  /** The value of the string token that `next` has returned. */
  string(): string
}

function tokensOf(text: string): Tokens {
  const scanner = createScanner(text, true)
  return {
    next: () => {
      scanner.scan()
      return text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength())
    },
    string: () => scanner.getTokenValue(),
  }
}

/** The value after a colon, without the white space between its tokens. */
function valueText(tokens: Tokens): string {
  const written: string[] = []
  let depth = 0
  do {
    const token = tokens.next()
    if (OPENING.has(token)) depth++
    if (CLOSING.has(token)) depth--
    written.push(token)
  } while (depth > 0)
  return written.join('')
}

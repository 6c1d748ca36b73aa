import { randomUUID } from 'node:crypto'
import { createScanner } from 'jsonc-parser'

/**
 * JSON kept as its text. A JavaScript object reorders keys that look like integers and rounds numbers past 2^53, so a value
 * that must come back exactly as it was sent travels as text and is written out as it stands by {@link stringify}.
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

/** The texts that the JSON.stringify under way has come to, in their order. */
let written: string[] = []
/** Stands for a JsonText in what JSON.stringify writes. Random, so no caller's string can pass for one. */
const MARK = randomUUID()

/** JSON.stringify that writes each {@link JsonText} in `value` as the JSON it is. */
export function stringify(value: unknown): string {
  written = []
  const text = JSON.stringify(value)
  const texts = written
  written = []
  if (texts.length === 0) return text
  return text.split(`"${MARK}"`).reduce((before, after, index) => before + texts[index - 1] + after)
}

/** How deep `verbatim` members are looked for; the deepest that any object of the API has is `data[].items[].custom`. */
const VERBATIM_DEPTH = 6

/**
 * JSON.parse, but a member named `verbatim` whose value a JavaScript object can't hold exactly is a {@link JsonText}.
 *
 * @throws SyntaxError when the text is not JSON
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

/** How much a JSON text makes of memory, whatever its length. */
export interface Extent {
  /** All values in it, arrays and objects included, names not. */
  values: number
  /** How deep arrays and objects nest. */
  levels: number
}

/**
 * Counts what a text in UTF-8 would be parsed to, in one pass over its bytes and without memory of its own. Of a text that is not JSON it
 * counts what it takes for JSON: parsing tells.
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
        // Its first value; an empty one takes it back.
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
 * A number with more digits than a double holds, or an exponent: the double that is left of it may look like any other. What
 * comes before a number tells it from most strings, as `"\u00e9"` or an id.
 */
const ODD_NUMBER = /(?<=[:,[\s])-?(?:[\d.]{17}|[\d.]+[eE])/

/** What stands between the end of a name and its value. */
const COLON = /[ \t\n\r]*:/y

/**
 * Whether a name in `text`, which is known to be JSON, is written with an escape. JSON.parse of V8 can read such a name as
 * another one that it has seen, in any text, and that begins with a backslash (nodejs/node#63785).
 */
function hasEscapedName(text: string): boolean {
  // The character that is looked at is always within a string, since no backslash stands elsewhere.
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

/** Whether writing the parsed value out again could change a number or the order of keys. Deep nesting counts as exact: it is refused later. */
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

/** Walks the tokens of `text`, which is known to be JSON, beside the value parsed from it, and puts the text of each verbatim member in its place. */
function keepVerbatim(text: string, verbatim: string, root: unknown): void {
  const tokens = tokensOf(text)
  /** The containers around the token at hand: the parsed value and, in an array, the index of the entry that comes next. */
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
      // Under a key given twice the later container counts: what only the earlier one held is not in the parsed value.
      if (!isContainer(parent?.value) || !Object.hasOwn(parent.value, verbatim)) continue
      // Null, true and strings are exact as they are.
      const parsed = parent.value[verbatim]
      if (isContainer(parsed) || typeof parsed === 'number') parent.value[verbatim] = new JsonText(value)
    }
  }
}

const OPENING = new Set(['{', '['])
const CLOSING = new Set(['}', ']'])

interface Tokens {
  /** The next token as it is written, white space passed over; empty at the end. */
  next(): string
  /** What the string that `next` just gave stands for. */
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

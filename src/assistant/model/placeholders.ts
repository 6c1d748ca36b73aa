import { literally } from '../../lib/text.ts'

/** A value that must not leave the machine, and what leaves instead. */
export interface Known {
  token: string
  value: string
}

/** Replaces personal data by placeholders, and puts it back. The same value always gets the same placeholder. */
export interface Placeholders {
  hide(text: string): string
  /** Puts back what was hidden. Placeholders that were never given out stay. */
  show(text: string): string
  /** The placeholders in a text that were given out. */
  in(text: string): string[]
}

/** Values from this length on are also found with other separators: `+49 30 1234` and `0301234`. */
const CODE_LENGTH = 7

/** The same in all languages that shops write to us in; a name that nobody announces is found only if it is the customer's own. */
const STREET =
  /(?<![\p{L}\p{N}])(?:\d{1,5}[a-z]?,?\s+(?:\p{Lu}[\p{L}.'’-]+\s+){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|way|court|square|boulevard|blvd)\b\.?|[\p{L}-]*(?:straße|strasse|str\.|gasse|allee|ufer|damm|weg|platz)\s+\d{1,4}\s?[a-z]?\b|\d{1,4}(?:\s?(?:bis|ter))?,?\s+(?:rue|avenue|boulevard|place|chemin|impasse|allée|quai)\s+[\p{L}'’ -]{2,40}|(?:calle|avenida|plaza|paseo|via|viale|rua)\s+[\p{L}'’ -]{2,40},?\s*\d{1,4})/giu
const NAMED =
  /(?<=(?:[Mm]y name is|[Mm]y name['’]s|[Tt]his is|I am|I['’]m|[Mm]ein Name ist|[Ii]ch hei(?:ß|ss)e|[Ii]ch bin|[Jj]e m['’]appelle|[Mm]on nom est|[Jj]e suis|[Mm]e llamo|[Mm]i nombre es|[Ss]oy|[Mm]i chiamo|[Mm]ijn naam is|[Cc]hamo-me)\s+)\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){0,2}/gu
const SIGNED =
  /(?<=(?:regards|cheers|thanks|sincerely|best|gr(?:ü|ue)(?:ß|ss)e?n?|gruß|cordialement|saludos|atentamente|saluti|groet(?:en|jes)?)[,!.]?\s*\n+\s*)\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){0,2}(?=\s*$)/giu

/** Kinds of personal data by their shape, in the order in which they are looked for. */
const SHAPES: [kind: string, shape: RegExp][] = [
  ['url', /(?:https?:\/\/|www\.)[^\s<>"]+/gi],
  ['email', /[\p{L}\p{N}.!#$%&'*+/=?^_`|~-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu],
  ['address', STREET],
  ['name', NAMED],
  ['name', SIGNED],
  // Phones, cards and bank accounts with separators.
  ['number', /(?<![\p{L}\p{N}])\+?\(?\d(?:[\s()./-]{0,2}\d){6,}(?![\p{L}\p{N}])/gu],
  // Order and tracking numbers, postcodes, anything with four digits; years stay.
  [
    'number',
    /(?<![\p{L}\p{N}{_])(?!(?:19|20)\d\d(?![\p{L}\p{N}-]))#?(?=[\p{L}\p{N}/-]*\d{4})[\p{L}\p{N}][\p{L}\p{N}/-]*/gu,
  ],
  ['number', /(?<![\p{L}\p{N}{_])(?=[\p{L}-]*\d)(?=\p{N}*[\p{L}-])[A-Z0-9][A-Z0-9-]{7,}(?![\p{L}\p{N}])/gu],
  ['postcode', /(?<![\p{L}\p{N}])[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}(?![\p{L}\p{N}])/gu],
]

const TOKEN = /\{\{[a-z._]+\d*\}\}|(?<![\p{L}\p{N}{_])[OTP]\d{1,2}(?:\.\d{1,2})?(?![\p{L}\p{N}])/gu

/** @param known values with placeholders of their own; a value of several is the first one's */
export function createPlaceholders(known: Known[]): Placeholders {
  const tokens = new Map<string, string>()
  const values = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const { token, value } of known) {
    if (!tokens.has(keyOf(value))) tokens.set(keyOf(value), token)
    if (!values.has(token)) values.set(token, value)
  }
  const finder = finderOf(known.map(({ value }) => value))

  function tokenOf(kind: string, value: string): string {
    const found = tokens.get(keyOf(value))
    if (found !== undefined) return found
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const token = `{{${kind}_${count}}}`
    tokens.set(keyOf(value), token)
    values.set(token, value)
    return token
  }

  /** Hides in the parts of a text that are no placeholders yet. */
  const outside = (text: string, change: (part: string) => string): string => {
    let done = ''
    let at = 0
    for (const match of text.matchAll(TOKEN)) {
      if (!values.has(match[0])) continue
      done += change(text.slice(at, match.index)) + match[0]
      at = match.index + match[0].length
    }
    return done + change(text.slice(at))
  }

  return {
    hide: (text) => {
      let hidden = finder
        ? text.replaceAll(finder, (value) => tokens.get(keyOf(value)) ?? tokenOf('value', value))
        : text
      for (const [kind, shape] of SHAPES)
        hidden = outside(hidden, (part) => part.replaceAll(shape, (value) => tokenOf(kind, value)))
      return hidden
    },
    show: (text) => text.replaceAll(TOKEN, (token) => values.get(token) ?? token),
    in: (text) => [...text.matchAll(TOKEN)].map(([token]) => token).filter((token) => values.has(token)),
  }
}

/** What two spellings of one value have in common. */
function keyOf(value: string): string {
  const folded = value.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const code = folded.replaceAll(/[\s().#/-]/g, '')
  return /\d/.test(code) ? code : folded
}

/** Finds all values, the longest first. */
function finderOf(values: string[]): RegExp | null {
  const distinct = [...new Set(values.map((value) => value.trim()).filter((value) => value.length > 1))]
  if (distinct.length === 0) return null
  const patterns = distinct.sort((one, other) => other.length - one.length).map(patternOf)
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}

function patternOf(value: string): string {
  const code = value.replaceAll(/[\s().#/-]/g, '')
  if (/\d/.test(code) && code.length >= CODE_LENGTH) return `\\+?${[...code].map(literally).join('[\\s().#/-]{0,2}')}`
  return value.split(/\s+/).map(literally).join('\\s+')
}

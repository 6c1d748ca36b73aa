/*
 * Characters that control a terminal instead of being shown: they move the cursor, start a new line or change the text direction.
 * Current terminals accept both ESC [ and U+009B as the start of a command.
 */
const COMMANDS = String.raw`\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`
const OBEYED = new RegExp(`[${COMMANDS}]`, 'gu')
/** Without characters below U+0020: `JSON.stringify` escapes them in strings, and white space between values stays. */
const OBEYED_IN_JSON = new RegExp(`(?![\\0-\\x1f])[${COMMANDS}]`, 'gu')
const BEYOND_ASCII = /[^\n -~]/

/** Untrusted text as one line for a terminal: control characters are escaped, such as `\u{1b}`. */
export function inert(text: string): string {
  return text.replaceAll(OBEYED, (character) => `\\u{${codeOf(character)}}`)
}

/** JSON text of the same value, with control characters escaped. Text without such characters is unchanged. */
export function inertJson(json: string): string {
  // Most text is ASCII, for which this quick check is enough.
  if (!BEYOND_ASCII.test(json)) return json
  return json.replaceAll(OBEYED_IN_JSON, (character) => `\\u${codeOf(character).padStart(4, '0')}`)
}

/** XML text of the same value, with control characters escaped, also line ends and tabs, which attributes would lose. */
export function inertXml(escaped: string): string {
  return escaped.replaceAll(OBEYED, (character) => `&#${character.codePointAt(0)};`)
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16)
}

/** Text escaped for HTML, also for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** HTML that is safe to send. */
export interface Markup {
  readonly markup: string
}

type Value = string | number | null | undefined | Markup | Markup[]

/** A template that escapes its values, except markup; null and undefined are omitted. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: parts.map((part, index) => part + textOf(values[index])).join('') }
}

function textOf(value: Value): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join('')
  return typeof value === 'object' ? value.markup : escapeHtml(String(value))
}

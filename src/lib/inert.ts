/*
 * Characters that a terminal obeys instead of showing them: they move the cursor, start a new line or turn the reading direction.
 * Programs of today take both ESC [ and U+009B for the start of a command.
 */
const COMMANDS = String.raw`\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`
const OBEYED = new RegExp(`[${COMMANDS}]`, 'gu')
/** Those below U+0020 are escaped by `JSON.stringify`, or stand between the values. */
const OBEYED_IN_JSON = new RegExp(`(?![\\0-\\x1f])[${COMMANDS}]`, 'gu')
const BEYOND_ASCII = /[^\n -~]/

/** Text that others chose, as one line for a terminal: each character that would be obeyed is written out, such as `\u{1b}`. */
export function inert(text: string): string {
  return text.replaceAll(OBEYED, (character) => `\\u{${codeOf(character)}}`)
}

/** JSON text of the same value that a terminal does not obey either. It is the same text where it holds no such character. */
export function inertJson(json: string): string {
  // Most is ASCII, which is found out much faster.
  if (!BEYOND_ASCII.test(json)) return json
  return json.replaceAll(OBEYED_IN_JSON, (character) => `\\u${codeOf(character).padStart(4, '0')}`)
}

/** XML text of the same value that a terminal does not obey either; line ends and tabs are kept too, which attributes would lose. */
export function inertXml(escaped: string): string {
  return escaped.replaceAll(OBEYED, (character) => `&#${character.codePointAt(0)};`)
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16)
}

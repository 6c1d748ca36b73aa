import { inOrder } from '../../../lib/reordering.ts'
import type { Texts } from '../texts/en.ts'

/** The texts that the document of the frame has brought, and their language. */
export interface Words {
  locale: string
  /** A text of the chat, with the words in braces filled in. */
  say(name: keyof Texts, values?: Record<string, string | number>): string
}

export function createWords(locale: string, texts: Record<string, string>): Words {
  return {
    locale,
    say: (name, values = {}) =>
      // Filled in at once: a value that has braces is not filled in itself.
      (texts[name] ?? '').replaceAll(/\{(\w+)\}/g, (whole, key: string) => isolated(String(values[key] ?? whole))),
  }
}

const FROM_RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdfd\ufe70-\ufefc]/

/** A name or number of somebody within a sentence, whose order its letters do not change. */
function isolated(value: string): string {
  const text = inOrder(value)
  return FROM_RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}

/** A piece of a message: plain text, or a link to a web page. */
type Piece = string | { href: string; text: string }

/** Stops at spaces, quotes, angle brackets, and at characters that would reorder or hide the rest of the address. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\p{Cc}\p{Cf}]+/giu
const AFTER = /[.,;:!?…»”’]$/u
const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Splits a text at the addresses of web pages in it. Everything else stays text. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const shown = withoutEnd(found)
    const href = hrefOf(shown)
    if (href === undefined) continue
    if (index > end) pieces.push(text.slice(end, index))
    pieces.push({ href, text: shown })
    end = index + shown.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

/** Without what belongs to the sentence around the address: `(see https://shop.example/a).` */
function withoutEnd(address: string): string {
  const last = address.slice(-1)
  const opening = PAIRS[last]
  const isUnpaired = opening !== undefined && address.split(opening).length < address.split(last).length
  return isUnpaired || AFTER.test(last) ? withoutEnd(address.slice(0, -1)) : address
}

/** The address, if it is whole, and shows the host that it leads to: `https://bank.example@evil.example` does not. */
export function hrefOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, username, password, href } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : undefined
}

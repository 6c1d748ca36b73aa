import { MAX_CUSTOMER_MESSAGE } from '../../conversations/conversations.ts'

/** How a language writes words: whether an apostrophe splits them, and spellings that count as one. */
export interface Spelling {
  /** `l'écharpe` is two words in French; `where's` is one in English. */
  apostropheSplits: boolean
  /** Replacements in folded words, such as `ae` for `a` in German, since many write `ä` as `ae`. */
  same: [RegExp, string][]
}

/** The part of a text that is read, which may be several messages: the newest words, as many as one message may have. */
export function asRead(text: string): string {
  return text.length > MAX_CUSTOMER_MESSAGE ? text.slice(-MAX_CUSTOMER_MESSAGE).toWellFormed() : text
}

/** E-mail and web addresses. Searched from the start of a word only: else long words would take seconds. */
const ADDRESS = /(?<!\S)\S+@\S+|https?:\/\/\S+/g

/** A text without addresses, whose words mean nothing. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(ADDRESS, ' ')
}

/** The words of a text, folded: lower case, no accents, no punctuation. */
export function wordsOf(text: string, spelling: Spelling): string[] {
  return fold(text.slice(0, MAX_CUSTOMER_MESSAGE))
    .replaceAll(/[’'`´]/g, spelling.apostropheSplits ? ' ' : '')
    .split(/[^\p{L}\p{N}#@]+/u)
    .filter((word) => word !== '' && word !== '#')
    .map((word) => sameSpelling(squeezed(word), spelling))
}

/** Lower case without accents. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('e-mail', 'email')
}

/** A letter that is repeated for emphasis counts twice at most: `pleeease`. */
function squeezed(word: string): string {
  return /\d/.test(word) ? word : word.replaceAll(/(.)\1{2,}/gu, '$1$1')
}

export function sameSpelling(word: string, { same }: Spelling): string {
  return same.reduce((spelled, [from, to]) => spelled.replaceAll(from, to), word)
}

/** More clauses are a list, not requests. Each is read on its own, beside the message as a whole. */
const MOST_CLAUSES = 30

/** A message in sentences and clauses, which may each ask for something: the first ones of many. */
export function clausesOf(text: string, joints: ReadonlySet<string>): string[] {
  const sentences = text.split(/(?<=\?)(?!\?)|[!;\n]+|\.(?=\s|$)|,(?=\s)|\s[-–—]\s|(?<!\S)\d{1,2}[.)](?=\s)/u)
  const clauses = sentences.flatMap((sentence) => atJoints(sentence, joints))
  return clauses.filter((clause) => /[\p{L}\p{N}]/u.test(clause)).slice(0, MOST_CLAUSES)
}

function atJoints(sentence: string, joints: ReadonlySet<string>): string[] {
  const clauses: string[] = ['']
  for (const part of sentence.split(/(\s+)/)) {
    if (joints.has(fold(part))) clauses.push('')
    else clauses[clauses.length - 1] += part
  }
  return clauses
}

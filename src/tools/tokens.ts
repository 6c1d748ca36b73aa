import { commonWord } from './same-words.ts'

/** A word of a text as it is compared, and where it is. */
export interface Token {
  /** {@link commonWord} of the folded word. */
  word: string
  /** The folded word as written. */
  written: string
}

/** The words of a title, an option value or a message, comparable between languages. */
export function tokensOf(text: string): Token[] {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replaceAll(/\bt[- ]shirt/g, 'tshirt')
      .replaceAll('nachtblau', 'nacht blau')
      // One letter beside an apostrophe is no size: `l'écharpe`, `what's`.
      .replaceAll(/(?<!\p{L})\p{L}['’]|['’]\p{L}(?!\p{L})/gu, ' ')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map((written) => ({ written, word: commonWord(written) }))
  )
}

/** Where the words of `part` are side by side in `whole`, in any order, as in `bleu nuit` for `night blue`; -1 if they are not. */
export function indexOfWords(whole: Token[], part: Token[]): number {
  if (part.length === 0) return -1
  const wanted = sorted(part)
  return whole.findIndex((_, at) => sorted(whole.slice(at, at + part.length)) === wanted)
}

function sorted(tokens: Token[]): string {
  return tokens
    .map(({ word }) => word)
    .sort()
    .join(' ')
}

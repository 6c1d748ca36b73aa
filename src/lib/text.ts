/** Letters that Unicode does not decompose into a letter and a mark. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ẞ: 'ss',
  ł: 'l',
  Ł: 'l',
  ø: 'o',
  Ø: 'o',
  đ: 'd',
  Đ: 'd',
  ı: 'i',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')
const ASCII = /^[\x20-\x7e\s]*$/

/** The text with plain letters instead of those that only look like a letter with a mark: `Straße` and `Strasse` are one word. */
export function plainLetters(text: string): string {
  return ASCII.test(text) ? text : text.normalize('NFC').replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter)
}

const NO_LETTER_OR_DIGIT = /[^\p{L}\p{N}]+/u

/** The words of a text in lower case, without accents and other marks, in their order: `kohler` for Köhler. */
export function wordsOf(text: string): string[] {
  return folded(plainLetters(text))
    .split(NO_LETTER_OR_DIGIT)
    .filter((word) => word !== '')
}

/** The text without case and marks. */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** A text as a part of a regular expression that matches just this text. */
export function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

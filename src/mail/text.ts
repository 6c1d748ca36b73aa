/** Characters that would end a header, control a client or turn the text around. */
const CUT = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A text as one line of a header or a sentence, with at most so many characters. */
export function oneLine(text: string, most: number): string {
  const line = text.toWellFormed().replaceAll(CUT, ' ').replaceAll(/ {2,}/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A text of several lines without characters that control a client. Line breaks and tabs stay. */
export function lines(text: string, most: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

import type { Scanner } from './records.ts'

const [NEWLINE, QUOTE, BACKSLASH, COMMA] = [10, 34, 92, 44]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125]

/** A record for each line. */
export function lineScanner(): Scanner {
  return { take: (byte) => (byte === NEWLINE ? 'last' : 'inside'), mayEnd: () => true }
}

/** A record for each line of a table; a quoted cell may contain lines. @param delimiter between cells */
export function tableScanner(delimiter: string): Scanner {
  const between = delimiter.charCodeAt(0)
  let place: 'start' | 'plain' | 'quoted' | 'closing' = 'start'
  return {
    take: (byte) => {
      if (place === 'quoted') {
        if (byte === QUOTE) place = 'closing'
        return 'inside'
      }
      if (byte === NEWLINE) {
        place = 'start'
        return 'last'
      }
      // Two quotes in a quoted cell are one, and a quote within plain text is text.
      if (byte === QUOTE && place !== 'plain') place = 'quoted'
      else place = byte === between ? 'start' : 'plain'
      return 'inside'
    },
    mayEnd: () => place !== 'quoted',
  }
}

/**
 * A record for each object of a JSON array, or of the first array of an object.
 *
 * @param isInside whether the reading begins within the array
 * @param notObjects called for an entry that is not an object
 */
export function jsonScanner(isInside: boolean, notObjects: () => Error): Scanner {
  let isInArray = isInside
  let depth = 0
  let isText = false
  let isEscaped = false
  const inText = (byte: number) => {
    if (isEscaped) isEscaped = false
    else if (byte === BACKSLASH) isEscaped = true
    else if (byte === QUOTE) isText = false
  }
  return {
    take: (byte) => {
      if (isText) {
        inText(byte)
        return isInArray ? 'inside' : 'between'
      }
      if (byte === QUOTE && (depth > 0 || !isInArray)) isText = true
      if (!isInArray) {
        isInArray = byte === OPEN_BRACKET
        return 'between'
      }
      if (depth === 0 && byte === CLOSE_BRACKET) return 'over'
      if (depth === 0 && (byte <= 32 || byte === COMMA)) return 'between'
      if (depth === 0 && byte !== OPEN_BRACE) throw notObjects()
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++
      if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
      return depth === 0 ? 'last' : 'inside'
    },
    // The end of the array is `over`.
    mayEnd: () => false,
  }
}

/** Spreadsheets write commas, semicolons or tabs, depending on the country. No field name contains one of them. */
export function delimiterOf(heading: string): string {
  return /[,;\t]/.exec(heading)?.[0] ?? ','
}

/** The cells of one record of a table. */
export function cellsOf(record: string, delimiter: string): string[] {
  const text = record.replace(/\r?\n$/, '')
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (text[at] === '"') {
      const [cell, end] = quotedCell(text, at + 1)
      cells.push(cell)
      at = end
    } else {
      const end = text.indexOf(delimiter, at)
      cells.push(text.slice(at, end < 0 ? text.length : end))
      at = end < 0 ? text.length : end
    }
    if (text[at] !== delimiter) return cells
    at++
  }
}

/** @param from behind the opening quote @returns the cell, and the place behind it */
function quotedCell(text: string, from: number): [cell: string, end: number] {
  let end = from
  while (end < text.length && !(text[end] === '"' && text[end + 1] !== '"')) end += text[end] === '"' ? 2 : 1
  return [text.slice(from, end).replaceAll('""', '"'), end + 1]
}

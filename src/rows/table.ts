import { beginsAsUtf8, decoded, type Encoding, encodingOf, NotUtf8, type RowFile } from './encoding.ts'
import { UnreadableFile } from './problem.ts'

/** One record of a table. A quoted cell may contain lines. */
export interface TableRecord {
  cells: string[]
  /** The number of its first line. */
  line: number
  /** Whether a quote within a quoted cell is not doubled, so that nobody can be sure where its cells end. */
  isTorn: boolean
}

/** How a table is read. */
export interface RowTable {
  encoding: Encoding
  /** Between cells. */
  delimiter: string
  /** The cells of its first record, each on one line. */
  headings: string[]
}

/** A longer first record is not a header line. In characters. */
const LONGEST_HEADING = 64 * 1024
/** Longer than every object that a server accepts, with its quotes doubled and its times written out. In characters. */
const LONGEST_RECORD = 24 * 1024 * 1024
const [LF, CR, SPACE, QUOTE, TAB] = [10, 13, 32, 34, 9]
const SEP_LINE = /^"?sep=(.)"?$/i

/** Looks at the beginning of a table. @throws UnreadableFile if it is empty, or has no header line */
export async function openTable(file: RowFile): Promise<RowTable> {
  const start = await startOf(file)
  const encoding = encodingOf(start)
  const { text, encoding: found } = textOfStart(start, encoding)
  if (text.trim() === '') throw new UnreadableFile('it is empty')
  const [first = '', second = ''] = firstLines(text)
  const sep = SEP_LINE.exec(first)?.[1]
  const delimiter = sep ?? delimiterOf(sep === undefined ? first : second)
  const isWhole = text.length < LONGEST_HEADING
  const heading = headingIn(recordReader(delimiter)(text, isWhole))
  if (!heading) throw new UnreadableFile('its first line has more than 64 KiB, so it is not a header line')
  return { encoding: found, delimiter, headings: heading.cells.map((cell) => cell.replace(/\s+/g, ' ').trim()) }
}

async function startOf(file: RowFile): Promise<Uint8Array> {
  let start = new Uint8Array()
  for await (const chunk of file.read()) {
    const both = new Uint8Array(start.length + chunk.length)
    both.set(start)
    both.set(chunk, start.length)
    start = both
    if (start.length > 2 * LONGEST_HEADING) break
  }
  return start.subarray(0, 2 * LONGEST_HEADING)
}

/** The beginning may end within a character. */
function textOfStart(start: Uint8Array, encoding: Encoding): { text: string; encoding: Encoding } {
  const decode = (as: Encoding) => new TextDecoder(as, { fatal: true }).decode(start, { stream: true })
  const cut = (text: string) => text.slice(0, LONGEST_HEADING)
  try {
    return { text: cut(decode(encoding)), encoding }
  } catch {
    if (encoding !== 'utf-8') throw new UnreadableFile('its UTF-16 text is damaged: save it as UTF-8')
    if (beginsAsUtf8(start)) throw new NotUtf8(true)
    return { text: cut(decode('windows-1252')), encoding: 'windows-1252' }
  }
}

/** The first two lines that are not blank; a line within quotes does not end. */
function firstLines(text: string): string[] {
  return text.match(/(?:"[^"]*"|[^"\r\n])+/g)?.filter((line) => line.trim() !== '') ?? []
}

/** Spreadsheets write commas, semicolons or tabs, depending on the country: the one that the header line has most of. */
function delimiterOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '')
  const count = (sign: string) => bare.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Takes the header line out of records: it follows blank lines and a line that names the delimiter. */
function headingIn(records: TableRecord[]): TableRecord | undefined {
  while (records.length > 0) {
    const record = records.shift()
    if (record && !isBlank(record) && !SEP_LINE.test(record.cells.join('').trim()) && !isSepCell(record)) return record
  }
  return undefined
}

/** `sep=;` is split at its own delimiter. */
const isSepCell = ({ cells }: TableRecord) => cells.length === 2 && cells[0] === 'sep=' && cells[1] === ''

/** Spreadsheets also write a line of delimiters for a row whose cells were emptied. */
function isBlank({ cells }: TableRecord): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '')
}

/** The records of a table after its header line, without blank ones, in groups. @throws UnreadableFile */
export async function* recordsOf(file: RowFile, { encoding, delimiter }: RowTable): AsyncGenerator<TableRecord[]> {
  const take = recordReader(delimiter)
  let isHeadingRead = false
  const body = (records: TableRecord[]) => {
    if (!isHeadingRead) isHeadingRead = headingIn(records) !== undefined
    return records.filter((record) => !isBlank(record))
  }
  for await (const text of decoded(file.read(), encoding)) yield body(take(text, false))
  yield body(take('', true))
}

/** Whether a table must be read as Windows-1252, after this error: everything before the byte that is not UTF-8 is ASCII. */
export function isWindowsText(error: unknown): boolean {
  return error instanceof NotUtf8 && !error.isDamaged
}

/**
 * Splits text into records. The first call gets the beginning of the table.
 *
 * @returns takes the next piece, and returns the records that it completes; throws UnreadableFile for a quote that is never closed
 */
export function recordReader(delimiter: string): (text: string, isLast: boolean) => TableRecord[] {
  const between = delimiter.charCodeAt(0)
  let rest = ''
  /** The length at which the record in `rest` was not whole. */
  let tried = 0
  let line = 1
  return (text, isLast) => {
    const buffer = rest + text
    const records: TableRecord[] = []
    // To read a long record again with each piece would take the square of its length: it waits for twice as much text.
    if (!isLast && buffer.length < Math.min(2 * tried, LONGEST_RECORD)) {
      rest = buffer
      return records
    }
    let at = 0
    while (at < buffer.length) {
      const read = recordAt(buffer, at, between, isLast)
      if (!read) break
      records.push({ cells: read.cells, line, isTorn: read.isTorn })
      line += read.lines
      at = read.end
    }
    rest = buffer.slice(at)
    tried = rest.length
    const isUnclosed = isLast ? rest !== '' : rest.length > LONGEST_RECORD
    if (isUnclosed) throw new UnreadableFile(`a quote is opened in line ${line} and never closed`)
    return records
  }
}

interface RecordRead {
  cells: string[]
  /** The place behind it. */
  end: number
  /** Line breaks in it, with the one at its end. */
  lines: number
  isTorn: boolean
}

/** The record that begins at a place; undefined if the text ends within it. */
function recordAt(text: string, begin: number, between: number, isLast: boolean): RecordRead | undefined {
  const cells: string[] = []
  let at = begin
  let lines = 0
  let isTorn = false
  for (;;) {
    const opening = behindBlanks(text, at, between)
    if (text.charCodeAt(opening) === QUOTE) {
      const quoted = quotedCell(text, opening + 1, isLast)
      if (!quoted) return undefined
      const behind = behindBlanks(text, quoted.end, between)
      const end = endOfCell(text, behind, between)
      // What is between a closing quote and the next delimiter is kept, so that nothing of a rejected row is lost.
      cells.push(behind === end ? quoted.cell : quoted.cell + text.slice(quoted.end, end))
      isTorn ||= behind !== end
      lines += quoted.lines
      at = end
    } else {
      const end = endOfCell(text, at, between)
      cells.push(text.slice(at, end))
      at = end
    }
    // The other half of CR LF, or of the cell, may be in the next piece.
    if (!isLast && at >= text.length - 1 && text.charCodeAt(at) !== LF) return undefined
    if (text.charCodeAt(at) !== between) break
    at++
  }
  const isPair = text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF
  return { cells, end: Math.min(at + (isPair ? 2 : 1), text.length), lines: lines + 1, isTorn }
}

function behindBlanks(text: string, from: number, between: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== SPACE && (code !== TAB || between === TAB)) return at
    at++
  }
}

function endOfCell(text: string, from: number, between: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === between || code === LF || code === CR) break
  }
  return at
}

/** @param from behind the opening quote @returns undefined if the text ends within the cell */
function quotedCell(
  text: string,
  from: number,
  isLast: boolean,
): { cell: string; end: number; lines: number } | undefined {
  let cell = ''
  let begin = from
  for (;;) {
    const quote = text.indexOf('"', begin)
    if (quote < 0 || (quote === text.length - 1 && !isLast)) return undefined
    if (text.charCodeAt(quote + 1) !== QUOTE) {
      cell += text.slice(begin, quote)
      return { cell, end: quote + 1, lines: lineBreaksIn(cell) }
    }
    // Two quotes in a quoted cell are one.
    cell += text.slice(begin, quote + 1)
    begin = quote + 2
  }
}

function lineBreaksIn(cell: string): number {
  if (!cell.includes('\n') && !cell.includes('\r')) return 0
  return cell.match(/\r\n|\n|\r/g)?.length ?? 0
}

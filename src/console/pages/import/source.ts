import type { RowColumn } from '../../../rows/row.ts'
import type { ImportField } from '../api-types.ts'
import { importing as t } from '../texts/en/importing.ts'
import { decoded, UnreadableFile } from './records.ts'
import { cellsOf, delimiterOf } from './scanners.ts'

export type Format = 'csv' | 'json' | 'ndjson'

/** How a file is read, apart from its columns. */
export interface Source {
  format: Format
  /** Between the cells of a table. */
  delimiter: string
  /** The names of the columns of a table, or of the fields of the first objects. */
  headings: string[]
  /** Where the rows begin. */
  bodyStart: number
}

const ENDINGS: Record<string, Format> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
}
/** A longer first line is not a header line. */
const HEAD = 64 * 1024
const BOM = '\uFEFF'

/** Looks at the beginning of a file. @throws UnreadableFile */
export async function lookAt(file: File): Promise<Source> {
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
  const head = beginningOf(bytes)
  if (head === undefined) throw new UnreadableFile(t.notUtf8)
  if (head.trim() === '') throw new UnreadableFile(t.isEmpty)
  const format = ENDINGS[/\.(\w+)$/.exec(file.name.toLowerCase())?.[1] ?? ''] ?? byBeginning(head)
  const bodyStart = head.startsWith(BOM) ? 3 : 0
  if (format !== 'csv') return { format, delimiter: '', headings: [], bodyStart }
  const [line = '', ...rest] = head.split('\n')
  if (rest.length === 0 && file.size > HEAD) throw new UnreadableFile(t.noHeading)
  const delimiter = delimiterOf(line)
  const headings = cellsOf(line.replace(BOM, ''), delimiter).map((name) => name.trim())
  return { format, delimiter, headings, bodyStart: new TextEncoder().encode(line).length + 1 }
}

/** A slice may end within a character. */
function beginningOf(bytes: Uint8Array): string | undefined {
  for (let cut = 0; cut < 4; cut++) {
    const text = decoded(bytes.subarray(0, bytes.length - cut))
    if (text !== undefined) return text
  }
  return undefined
}

function byBeginning(head: string): Format {
  if (/^\uFEFF?\s*(\[|\{\s*"data"\s*:\s*\[)/.test(head)) return 'json'
  return /^\uFEFF?\s*\{/.test(head) ? 'ndjson' : 'csv'
}

/** The fields that the columns were matched with, by the place of the column; empty: the column is left out. */
export type Matches = string[]

/** The fields whose names are those of the columns, but for capitals, spaces, `_` and `-`. */
export function guess(headings: string[], fields: ImportField[]): Matches {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')
  return headings.map((heading) => {
    if (heading.startsWith('custom.')) return heading
    return fields.find(({ name }) => plain(name) === plain(heading))?.name ?? ''
  })
}

/** Columns as a draft takes them. Cells of `custom.NAME` are kept as text. */
export function columnsOf(matches: Matches, fields: ImportField[]): RowColumn[] {
  return matches.flatMap((name, index) => {
    const field = fields.find((one) => one.name === name)
    if (!field && !name.startsWith('custom.')) return []
    return [{ name, index, path: name.split('.'), kind: field?.kind ?? 'text', list: field?.list ?? undefined }]
  })
}

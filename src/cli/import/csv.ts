import { type Info, parse } from 'csv-parse'
import { addLine, type Column, continues, type Draft, newDraft, rowOf } from '../../rows/draft.ts'
import type { ImportRow, RowIssue } from '../../rows/row.ts'
import { columnsOf } from './columns.ts'
import { type Expected, through, UnreadableFile } from './rows.ts'

/**
 * Reads the objects of a CSV file with a header line. Consecutive lines with the same id are one object: each line adds an entry to
 * the lists that it has cells for. An empty cell is an omitted field.
 *
 * @param start the beginning of the text, to detect the delimiter
 */
export async function* readCsv(
  texts: AsyncIterable<string>,
  start: string,
  expected: Expected,
): AsyncGenerator<ImportRow> {
  let heading: string[] | undefined
  let columns: Column[] = []
  let draft: Draft | undefined
  for await (const { record, line } of recordsOf(texts, delimiterOf(start))) {
    if (!heading) {
      heading = record
      columns = columnsOf(heading, expected)
    } else {
      const id = record[columns.find(({ name }) => name === 'id')?.index ?? -1] ?? ''
      if (!continues(draft, id, columns)) {
        if (draft) yield rowOf(draft)
        draft = newDraft(id, line)
      }
      if (record.length !== heading.length) draft.issues.push(torn(record, heading.length, line))
      addLine(draft, columns, record, line)
    }
  }
  if (draft) yield rowOf(draft)
}

/** The issue of a line with too few or too many cells. It contains the extra cells, so that nothing of a rejected row is lost. */
function torn(record: string[], width: number, line: number): RowIssue {
  const beyond = record.length > width ? `: ${JSON.stringify(record.slice(width))} is beyond the last column` : ''
  return { path: [], message: `has ${record.length} cells in line ${line}, not ${width}${beyond}` }
}

/** Spreadsheets write commas, semicolons or tabs, depending on the country. No field name contains one of them. */
function delimiterOf(start: string): string {
  return /^[\r\n]*[^,;\t\r\n]*([,;\t])/.exec(start)?.[1] ?? ','
}

interface CsvRecord {
  record: string[]
  /** The number of its first line. */
  line: number
}

async function* recordsOf(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    // Spreadsheets also write a line of delimiters for a row whose cells were emptied.
    skip_records_with_empty_values: true,
  })
  let countedTwice = 0
  try {
    for await (const { record, info } of through<{ record: string[]; info: Info }>(texts, parser)) {
      const breaks = record.join().match(/\r\n|\n|\r/g) ?? []
      // The parser counts CR LF within quotes as two lines.
      countedTwice += breaks.filter((text) => text.length === 2).length
      yield { record, line: info.lines - countedTwice - breaks.length }
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(`it is not valid CSV from that point on (${(error as Error).message})`)
  }
}

import { type Info, parse } from 'csv-parse'
import type { Issue } from '../../lib/errors.ts'
import { Problem } from '../../lib/schema.ts'
import { jsonOf } from './cell.ts'
import { type Column, columnsOf } from './columns.ts'
import { type Expected, type Row, through, UnreadableFile } from './rows.ts'

/** JSON in the making: text that is JSON already, or what it is put together from. A Map keeps every key in its place. */
type Node = string | Map<string, Node> | Node[]

interface Draft {
  id: string
  place: number
  object: Map<string, Node>
  /** The cells of the object itself, which a later line may repeat. */
  cells: Map<string, string>
  issues: Issue[]
}

/**
 * The objects of a CSV file with a heading. Lines that follow each other with the same id are one object: each adds an entry to
 * the lists that it has cells for. An empty cell is a field left out.
 *
 * @param start the beginning of the text, from which the delimiter is told
 */
export async function* readCsv(texts: AsyncIterable<string>, start: string, expected: Expected): AsyncGenerator<Row> {
  let heading: string[] | undefined
  let columns: Column[] = []
  let draft: Draft | undefined
  for await (const { record, line } of recordsOf(texts, delimiterOf(start))) {
    if (!heading) {
      heading = record
      columns = columnsOf(heading, expected)
    } else {
      const id = record[columns.find(({ name }) => name === 'id')?.index ?? -1] ?? ''
      const goesOn = draft?.id === id && id !== '' && columns.some(({ list }) => list)
      if (draft && !goesOn) yield rowOf(draft)
      if (!draft || !goesOn) draft = { id, place: line, object: new Map(), cells: new Map(), issues: [] }
      if (record.length !== heading.length) draft.issues.push(torn(record, heading.length, line))
      addLine(draft, columns, record, line)
    }
  }
  if (draft) yield rowOf(draft)
}

/** What does not fit under the heading is told with it, so that nothing of a rejected row is lost. */
function torn(record: string[], width: number, line: number): Issue {
  const beyond = record.length > width ? `: ${JSON.stringify(record.slice(width))} is beyond the last column` : ''
  return { path: [], message: `has ${record.length} cells in line ${line}, not ${width}${beyond}` }
}

/** Spreadsheets write commas, semicolons or tabs, as their country has it. No field's name holds one. */
function delimiterOf(start: string): string {
  return /^[\r\n]*[^,;\t\r\n]*([,;\t])/.exec(start)?.[1] ?? ','
}

interface CsvRecord {
  record: string[]
  /** On which it begins. */
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
      // The parser takes CR and LF within quotes for two lines.
      countedTwice += breaks.filter((text) => text.length === 2).length
      yield { record, line: info.lines - countedTwice - breaks.length }
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(`it is not valid CSV from there on (${(error as Error).message})`)
  }
}

function rowOf({ place, object, issues }: Draft): Row {
  return { place, text: written(object), issues }
}

function written(node: Node): string {
  if (typeof node === 'string') return node
  if (Array.isArray(node)) return `[${node.map(written).join(',')}]`
  return `{${[...node].map(([name, value]) => `${JSON.stringify(name)}:${written(value)}`).join(',')}}`
}

function addLine(draft: Draft, columns: Column[], record: string[], line: number): void {
  /** How many entries each list had before this line. */
  const before = new Map<string, number>()
  for (const { name, index, path, kind, list } of columns) {
    const cell = record[index] ?? ''
    if (cell === '' || (!list && isRepeated(draft, name, cell, line))) continue
    const json = jsonOf(cell, kind)
    const value = json instanceof Problem ? JSON.stringify(cell) : json
    const [target, inner] = list ? entryOf(draft, list, path, before) : [draft.object, path]
    put(target, inner, value)
    const at = list ? [list, before.get(list) ?? 0, ...inner] : path
    if (json instanceof Problem) draft.issues.push({ path: at, message: `${json.message} (line ${line})` })
  }
}

/** Whether an earlier line of the same object has a cell in this column already. */
function isRepeated({ cells, issues }: Draft, name: string, cell: string, line: number): boolean {
  const earlier = cells.get(name)
  if (earlier === undefined) cells.set(name, cell)
  else if (earlier !== cell) {
    issues.push({ path: name.split('.'), message: `differs from the line before with the same id (line ${line})` })
  }
  return earlier !== undefined
}

/** The entry that a line makes in a list, and the way from there to the field. */
function entryOf(
  { object }: Draft,
  list: string,
  path: string[],
  before: Map<string, number>,
): [Map<string, Node>, string[]] {
  const entries = (object.get(list) as Map<string, Node>[] | undefined) ?? []
  object.set(list, entries)
  const position = before.get(list) ?? entries.length
  before.set(list, position)
  const entry = entries[position] ?? new Map<string, Node>()
  entries[position] = entry
  return [entry, path.slice(1)]
}

function put(target: Map<string, Node>, [step = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    target.set(step, value)
    return
  }
  const inner = (target.get(step) as Map<string, Node> | undefined) ?? new Map<string, Node>()
  target.set(step, inner)
  put(inner, rest, value)
}

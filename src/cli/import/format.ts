import { type Expected, type Row, UnreadableFile } from './rows.ts'

export type Format = 'json' | 'ndjson' | 'csv'

const ENDINGS: Record<string, Format> = { json: 'json', ndjson: 'ndjson', jsonl: 'ndjson', csv: 'csv' }

/** What a file's name says about it; undefined where it says nothing. */
function formatByName(file: string): Format | undefined {
  return ENDINGS[/\.(\w+)(?:\.gz)?$/.exec(file.toLowerCase())?.[1] ?? '']
}

/** What a text looks like from its beginning. */
function formatByStart(start: string): Format {
  if (/^\s*(\[|\{\s*"data"\s*:\s*\[)/.test(start)) return 'json'
  return /^\s*\{/.test(start) ? 'ndjson' : 'csv'
}

/** The objects of a file, as it is named or else as it looks. @throws UnreadableFile when it is empty, or while it is read */
export async function readRows(
  file: string,
  texts: AsyncIterable<string>,
  expected: Expected,
): Promise<AsyncIterable<Row>> {
  const { start, all } = await peek(texts)
  if (start.trim() === '') throw new UnreadableFile('it is empty')
  const format = formatByName(file) ?? formatByStart(start)
  // Loaded here, so that no other command waits for the parsers.
  if (format === 'csv') return (await import('./csv.ts')).readCsv(all, start, expected)
  const rows =
    format === 'json'
      ? (await import('./json-array.ts')).readJsonArray(all)
      : (await import('./ndjson.ts')).readNdjson(all)
  return (await import('./unknown.ts')).tellUnknown(rows, expected)
}

/** A first line that is longer than this is no heading. */
const MAX_HEADING = 64 * 1024

/** Reads on until the first line that is not blank is there. */
async function peek(texts: AsyncIterable<string>): Promise<{ start: string; all: AsyncIterable<string> }> {
  const rest = texts[Symbol.asyncIterator]()
  let start = ''
  for (;;) {
    const { value, done } = await rest.next()
    if (done) break
    start += value
    if (start.trimStart().includes('\n') || start.length > MAX_HEADING) break
  }
  async function* all() {
    yield start
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  return { start, all: all() }
}

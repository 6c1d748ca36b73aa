import type { ImportRow } from '../../rows/row.ts'
import { type Expected, UnreadableFile, warnOfUnknown } from './rows.ts'

export type Format = 'json' | 'ndjson' | 'csv'

const ENDINGS: Record<string, Format> = { json: 'json', ndjson: 'ndjson', jsonl: 'ndjson', csv: 'csv' }

/** The format by the name of the file; undefined if the name is not clear. */
function formatByName(file: string): Format | undefined {
  return ENDINGS[/\.(\w+)(?:\.gz)?$/.exec(file.toLowerCase())?.[1] ?? '']
}

/** The format by the beginning of the text. */
function formatByStart(start: string): Format {
  if (/^\s*(\[|\{\s*"data"\s*:\s*\[)/.test(start)) return 'json'
  return /^\s*\{/.test(start) ? 'ndjson' : 'csv'
}

/** Reads a file in the format of its name, or else of its beginning. @throws UnreadableFile if it is empty, or while it is read */
export async function readRows(
  file: string,
  texts: AsyncIterable<string>,
  expected: Expected,
): Promise<AsyncIterable<ImportRow>> {
  const { start, all } = await peek(texts)
  if (start.trim() === '') throw new UnreadableFile('it is empty')
  const format = formatByName(file) ?? formatByStart(start)
  // Loaded here, so that no other command waits for the parsers.
  if (format === 'csv') return (await import('./csv.ts')).readCsv(all, start, expected)
  const rows =
    format === 'json'
      ? (await import('./json-array.ts')).readJsonArray(all)
      : (await import('./ndjson.ts')).readNdjson(all)
  return warnOfUnknown(rows, expected)
}

/** A longer first line is not a header line. */
const MAX_HEADING = 64 * 1024

/** Reads until the first line that is not blank is complete. */
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

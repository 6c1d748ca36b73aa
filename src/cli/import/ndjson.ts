import type { ImportRow } from '../../rows/row.ts'
import { UnreadableFile } from './rows.ts'

/** The server accepts no object of this length. */
const MAX_LINE = 64 * 1024 * 1024

/** Reads a file with one object per line. Blank lines are skipped; a line that is not an object gets an issue. */
export async function* readNdjson(texts: AsyncIterable<string>): AsyncGenerator<ImportRow> {
  let place = 0
  for await (const line of linesOf(texts)) {
    place++
    if (line.trim() !== '') yield rowOf(line.trim(), place)
  }
}

/** `readline` would also split at U+2028, which a JSON string may contain. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE)
      throw new UnreadableFile('it has a line of more than 64 MiB, so it is probably not NDJSON')
    yield* lines
  }
  if (rest !== '') yield rest
}

/** A row from text, with an issue if the text is not a JSON object. */
export function rowOf(text: string, place: number): ImportRow {
  const problem = problemOf(text)
  return { place, text, issues: problem ? [{ path: [], message: problem }] : [] }
}

function problemOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? undefined : 'must be an object'
  } catch {
    return 'is not valid JSON'
  }
}

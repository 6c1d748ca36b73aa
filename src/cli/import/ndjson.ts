import { type Row, UnreadableFile } from './rows.ts'

/** No object that the server takes is as long as this. */
const MAX_LINE = 64 * 1024 * 1024

/** The objects of a file that holds one on each line. Blank lines are passed over; a line that is no object has an issue. */
export async function* readNdjson(texts: AsyncIterable<string>): AsyncGenerator<Row> {
  let place = 0
  for await (const line of linesOf(texts)) {
    place++
    if (line.trim() !== '') yield rowOf(line.trim(), place)
  }
}

/** `readline` would also split at U+2028, which a JSON string may hold. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new UnreadableFile('it has a line of more than 64 MiB: is it really NDJSON?')
    yield* lines
  }
  if (rest !== '') yield rest
}

/** A row of which it is not known yet whether it is a JSON object. */
export function rowOf(text: string, place: number): Row {
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

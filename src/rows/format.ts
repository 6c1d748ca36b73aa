import { decoded, encodingOf, type RowFile } from './encoding.ts'
import { type JsonEntry, jsonEntries, jsonLines } from './json.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { UnreadableFile } from './problem.ts'

/** The formats of files. */
export type RowFormat = 'csv' | 'json' | 'ndjson'

const ENDINGS: Record<string, RowFormat> = { csv: 'csv', tsv: 'csv', json: 'json', ndjson: 'ndjson', jsonl: 'ndjson' }

/** Enough to see the format, and the first object of most files. In bytes. */
const MOST = 1024 * 1024
const LIST_START =
  /^\s*(?:\[|\{\s*"(?:data|orders|products|customers|tickets|conversations)"\s*:\s*\[|\{\s*"_embedded"\s*:)/

/**
 * Looks at the beginning of a file. The ending of its name decides about the format, or else its beginning.
 *
 * @throws UnreadableFile if it is empty
 */
export async function formatOf(file: RowFile): Promise<{ format: RowFormat; first: FirstObject | undefined }> {
  const start = await beginningOf(file)
  if (start.trim() === '') throw new UnreadableFile('it is empty')
  const ending = ENDINGS[/\.(\w+)(?:\.gz)?$/.exec(file.name.toLowerCase())?.[1] ?? '']
  const named = ending === 'json' && hasLines(start) ? 'ndjson' : ending
  const format = named ?? (LIST_START.test(start) ? 'json' : /^\s*\{/.test(start) ? 'ndjson' : 'csv')
  return { format, first: format === 'csv' ? undefined : await firstObject(start, format) }
}

/** Help desks name files .json that have an object a line. */
function hasLines(start: string): boolean {
  const [first = '', second = ''] = start.trimStart().split('\n', 2)
  return first.startsWith('{') && second.trimStart().startsWith('{') && objectIn(first) !== undefined
}

async function beginningOf(file: RowFile): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of file.read()) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= MOST) break
    }
  } catch (error) {
    // A file that is cut off further on shows its format all the same.
    if (size === 0) throw error
  }
  const start = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    start.set(chunk, at)
    at += chunk.length
  }
  return new TextDecoder(encodingOf(start)).decode(start)
}

/** The first object of a JSON file, and the name of its list. */
export interface FirstObject {
  object: JsonObject
  list: string
}

async function firstObject(start: string, format: 'json' | 'ndjson'): Promise<FirstObject | undefined> {
  async function* once() {
    yield start
  }
  try {
    for await (const { text, list } of format === 'json' ? jsonEntries(once()) : jsonLines(once())) {
      const object = objectIn(text)
      return object && { object, list }
    }
  } catch {
    // The beginning ends within the file. What is wrong with the file is seen when it is read.
  }
  return undefined
}

/** The object that a text is; undefined if it is not one. */
export function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The entries of a JSON file. @throws UnreadableFile */
export async function* entriesOf(file: RowFile, format: 'json' | 'ndjson'): AsyncGenerator<JsonEntry> {
  const chunks = file.read()[Symbol.asyncIterator]()
  const { value: first } = await chunks.next()
  async function* all() {
    if (first) yield first
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  const texts = decoded(all(), encodingOf(first ?? new Uint8Array()))
  yield* format === 'json' ? jsonEntries(texts) : jsonLines(texts)
}

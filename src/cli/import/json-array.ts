import { parser, type Token } from 'stream-json/parser.js'
import { stringer } from 'stream-json/stringer.js'
import type { ImportRow } from '../../rows/row.ts'
import { rowOf } from './ndjson.ts'
import { through, UnreadableFile } from './rows.ts'

/**
 * Reads the objects of a JSON array, or of an object with an array in `data`. Each object is written from its tokens, which keeps all
 * digits of numbers and the order of keys.
 */
export async function* readJsonArray(texts: AsyncIterable<string>): AsyncGenerator<ImportRow> {
  let depth = 0
  let key = ''
  /** The depth inside the array of objects; 0 outside of it. */
  let inside = 0
  let found = false
  let place = 0
  let entry = newEntry()
  for await (const token of tokensOf(texts)) {
    const opens = token.name === 'startObject' || token.name === 'startArray'
    if (token.name === 'endObject' || token.name === 'endArray') depth--
    if (depth < inside) inside = 0
    if (inside > 0) {
      entry.add(token)
      if (depth === inside && !opens) {
        yield rowOf(entry.text(), ++place)
        entry = newEntry()
      }
    } else if (token.name === 'keyValue') {
      if (depth === 1) key = token.value
    } else if (token.name === 'startArray' && !found && (depth === 0 || (depth === 1 && key === 'data'))) {
      found = true
      inside = depth + 1
    }
    if (opens) depth++
  }
  if (!found) throw new UnreadableFile('it contains no array of objects, and no object with an array in "data"')
}

function newEntry(): { add(token: Token): void; text(): string } {
  const write = stringer({ useValues: true })
  let text = ''
  return {
    add: (token) => {
      const written: unknown = write(token)
      if (typeof written === 'string') text += written
    },
    text: () => text,
  }
}

async function* tokensOf(texts: AsyncIterable<string>): AsyncGenerator<Token> {
  try {
    yield* through<Token>(texts, parser.asStream({ streamValues: false }))
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('it is not valid JSON from that point on (name a file with one object per line .ndjson)')
  }
}

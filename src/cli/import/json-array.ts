import { parser, type Token } from 'stream-json/parser.js'
import { stringer } from 'stream-json/stringer.js'
import { rowOf } from './ndjson.ts'
import { type Row, through, UnreadableFile } from './rows.ts'

/**
 * The objects of a JSON file that is an array, or an object with an array under `data`. Each is written again from its tokens,
 * which keeps numbers digit by digit and keys in their order.
 */
export async function* readJsonArray(texts: AsyncIterable<string>): AsyncGenerator<Row> {
  let depth = 0
  let key = ''
  /** The depth inside the array that is read; 0 outside of it. */
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
  if (!found) throw new UnreadableFile('it holds no array of objects, nor one under "data"')
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
    throw new UnreadableFile('it is not valid JSON from there on (a file with one object a line is named .ndjson)')
  }
}

import { UnreadableFile } from './problem.ts'

/** One entry of a JSON file, as the text of the file. */
export interface JsonEntry {
  text: string
  /** Its place in the list, or the number of its line, from 1. */
  place: number
  /** The name of the list that it is in; empty for a list without one, and for lines. */
  list: string
}

/** Longer than every object that a server accepts. In characters. */
const LONGEST = 64 * 1024 * 1024
/** Lists of objects in answers of shop systems and help desks; Help Scout has its list within `_embedded`. */
const LISTS = new Set(['data', 'orders', 'products', 'customers', 'tickets', 'conversations'])
const WITHIN = '_embedded'
const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125]

/**
 * The lines of NDJSON that are not blank. Only a line feed ends a line: a JSON string may contain U+2028.
 *
 * @throws UnreadableFile for a line that is too long
 */
export async function* jsonLines(texts: AsyncIterable<string>): AsyncGenerator<JsonEntry> {
  let rest = ''
  let place = 0
  const entry = (line: string): JsonEntry[] => {
    place++
    const text = line.trim()
    return text === '' ? [] : [{ text, place, list: '' }]
  }
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST)
      throw new UnreadableFile('it has a line of more than 64 MiB, so it is probably not NDJSON')
    for (const line of lines) yield* entry(line)
  }
  yield* entry(rest)
}

/** Where a reader of JSON is. */
interface JsonPlace {
  depth: number
  /** The names on the way to here, outside of the list. */
  names: string[]
  /** The name of the list that is read; undefined outside of it. */
  list: string | undefined
  isFound: boolean
  /** The depth inside the list. */
  inside: number
  isText: boolean
  isEscaped: boolean
  /** The last string outside of the list, which may be a name. */
  word: string
  /** Whether the value of the file is complete. */
  isOver: boolean
}

/**
 * The entries of a JSON array, or of an array that an object has under the name of a list of objects. Each entry is the text of the file:
 * parsing would lose digits of numbers and the order of names.
 *
 * @throws UnreadableFile if there is no such array, or the text ends within it
 */
export async function* jsonEntries(texts: AsyncIterable<string>): AsyncGenerator<JsonEntry> {
  const at: JsonPlace = {
    ...{ depth: 0, names: [], list: undefined, isFound: false, inside: 0 },
    ...{ isText: false, isEscaped: false, word: '', isOver: false },
  }
  let rest = ''
  let place = 0
  for await (const text of texts) {
    let begin = 0
    for (let index = 0; index < text.length; index++) {
      const wasInside = at.list !== undefined
      const list = at.list ?? ''
      const isEnd = step(at, text.charCodeAt(index), text, index)
      if (!wasInside) {
        begin = index + 1
        continue
      }
      if (!isEnd) continue
      // A comma, or the bracket that closes the list, ends an entry.
      const entry = (rest + text.slice(begin, index)).trim()
      const isClosed = at.list === undefined
      if (entry !== '') yield { text: entry, place: ++place, list }
      else if (!(isClosed && place === 0)) throw notJson()
      rest = ''
      begin = index + 1
    }
    if (at.list !== undefined) rest += text.slice(begin)
    if (rest.length > LONGEST) throw new UnreadableFile('it has an object of more than 64 MiB')
  }
  if (!at.isOver) throw notJson()
  if (!at.isFound) throw new UnreadableFile('it contains no array of objects, and no object with an array in "data"')
}

function notJson(): UnreadableFile {
  return new UnreadableFile('it is not valid JSON from that point on (name a file with one object per line .ndjson)')
}

/** Takes a character. @returns whether it ends an entry of the list */
function step(at: JsonPlace, code: number, text: string, index: number): boolean {
  if (at.isText) {
    inText(at, code, text, index)
    return false
  }
  if (code === QUOTE) {
    if (at.depth === 0) throw notJson()
    at.isText = true
    at.word = ''
    return false
  }
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return open(at, code === OPEN_BRACKET)
  if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return close(at)
  if (at.depth === 0 && code > 32) throw notJson()
  return code === COMMA && at.list !== undefined && at.depth === at.inside
}

function inText(at: JsonPlace, code: number, text: string, index: number): void {
  if (at.isEscaped) at.isEscaped = false
  else if (code === BACKSLASH) at.isEscaped = true
  else if (code === QUOTE) at.isText = false
  if (at.isText && at.list === undefined && at.depth < 3) at.word += text[index]
}

function open(at: JsonPlace, isArray: boolean): false {
  if (at.isOver) throw notJson()
  if (at.list === undefined) {
    const isList =
      at.depth === 0 ||
      (at.depth === 1 && LISTS.has(at.word)) ||
      (at.depth === 2 && at.names[1] === WITHIN && LISTS.has(at.word))
    const isOutside = at.names.every((name) => name === '' || name === WITHIN)
    if (isArray && !at.isFound && isList && isOutside) {
      at.list = at.depth === 0 ? '' : at.word
      at.isFound = true
      at.inside = at.depth + 1
    } else at.names.push(at.depth === 0 ? '' : isArray ? '[' : at.word)
    at.word = ''
  }
  at.depth++
  return false
}

function close(at: JsonPlace): boolean {
  if (at.depth === 0) throw notJson()
  at.depth--
  const isListEnd = at.list !== undefined && at.depth < at.inside
  if (isListEnd) at.list = undefined
  else if (at.list === undefined) at.names.pop()
  if (at.depth === 0) at.isOver = true
  return isListEnd
}

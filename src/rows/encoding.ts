import { UnreadableFile } from './problem.ts'

/** How the bytes of a file become text. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** A file that can be read more than once. */
export interface RowFile {
  name: string
  /** Its bytes from the beginning, without compression. */
  read(): AsyncIterable<Uint8Array>
}

/** The text of a file stops being UTF-8. */
export class NotUtf8 extends UnreadableFile {
  /** Whether the text before it has letters beyond ASCII, and so is certainly UTF-8. */
  readonly isDamaged: boolean

  constructor(isDamaged: boolean) {
    super('it is not UTF-8 text: save it as UTF-8')
    this.isDamaged = isDamaged
  }
}

/** Bytes that are enough to see how a text is encoded. */
const SEEN = 512

/** The encoding by a byte order mark, or by the zero bytes of UTF-16 text in Latin letters. */
export function encodingOf(start: Uint8Array): Encoding {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const seen = start.subarray(0, SEEN)
  const zerosAt = (parity: number) => seen.filter((byte, index) => byte === 0 && index % 2 === parity).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  if (seen.length > 3 && odd > seen.length / 4 && even === 0) return 'utf-16le'
  if (seen.length > 3 && even > seen.length / 4 && odd === 0) return 'utf-16be'
  return 'utf-8'
}

/** The text of bytes in pieces, without a byte order mark. @throws NotUtf8, UnreadableFile for damaged UTF-16 */
export async function* decoded(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let isBeyondAscii = false
  const read = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      if (encoding !== 'utf-8') throw new UnreadableFile('its UTF-16 text is damaged: save it as UTF-8')
      throw new NotUtf8(isBeyondAscii || (chunk !== undefined && beginsAsUtf8(chunk)))
    }
  }
  for await (const chunk of chunks) {
    const text = read(chunk)
    isBeyondAscii ||= text.length !== chunk.length
    yield text
  }
  yield read()
}

/** Whether the first bytes beyond ASCII are a character of UTF-8. */
export function beginsAsUtf8(chunk: Uint8Array): boolean {
  const at = chunk.findIndex((byte) => byte >= 0x80)
  const lead = chunk[at] ?? 0
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(chunk.subarray(at, at + length))
    return true
  } catch {
    return false
  }
}

/** The file can't be read at all, or not to its end. `message` is for people. */
export class UnreadableFile extends Error {}

/** What a byte of a file does to the record that it may belong to. */
export type Step = 'inside' | 'last' | 'between' | 'over'

/** Finds where records end, byte by byte. What separates records is ASCII, which no other character of UTF-8 contains. */
export interface Scanner {
  take(byte: number): Step
  /** Whether the file may end here. */
  mayEnd(): boolean
}

/** A record of a file, with the place of its bytes. */
export interface FileRecord {
  start: number
  end: number
  /** Undefined if it is not UTF-8. */
  text: string | undefined
}

/** Read at once. A browser must neither hold a whole file nor stand still while it reads one. */
const SLICE = 1024 * 1024
/** Longer than every object that a server accepts. */
const LONGEST = 8 * 1024 * 1024
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The records of a file, from a place between two of them.
 *
 * @throws UnreadableFile for a record that is too long, or a file that ends within one
 */
export async function* recordsOf(
  file: Blob,
  scanner: Scanner,
  from: number,
  problems: { tooLong: string; cutOff: string },
): AsyncGenerator<FileRecord> {
  let rest = new Uint8Array()
  for (let at = from; at < file.size; at += SLICE) {
    const bytes = new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer())
    let begin = 0
    for (let index = 0; index < bytes.length; index++) {
      const step = scanner.take(bytes[index] ?? 0)
      if (step === 'over') return
      if (step === 'between') begin = index + 1
      if (step !== 'last') continue
      yield recordOf(at + begin - rest.length, joined(rest, bytes.subarray(begin, index + 1)))
      rest = new Uint8Array()
      begin = index + 1
    }
    rest = joined(rest, bytes.subarray(begin))
    if (rest.length > LONGEST) throw new UnreadableFile(problems.tooLong)
  }
  if (!scanner.mayEnd()) throw new UnreadableFile(problems.cutOff)
  if (rest.length > 0) yield recordOf(file.size - rest.length, rest)
}

function recordOf(start: number, bytes: Uint8Array): FileRecord {
  return { start, end: start + bytes.length, text: decoded(bytes) }
}

export function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

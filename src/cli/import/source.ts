import { createReadStream, existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { readingProblem } from '../kit/named-file.ts'
import { through, UnreadableFile } from './rows.ts'

export const STDIN = '-'

/** Whether a file can be read a second time. Standard input, pipes such as `<(zcat …)`, and devices can't. */
export function isRepeatable(file: string): boolean {
  if (file === STDIN) return false
  if (!existsSync(file)) return true
  const stats = statSync(file)
  return stats.isFile() || stats.isDirectory()
}

/** A file that is being read. */
export interface Source {
  /** Its text in pieces, without a byte order mark. */
  texts: AsyncIterable<string>
  /** Its size in bytes; undefined if it can be read only once. */
  size: number | undefined
  /** Bytes read so far, before decompression. */
  position(): number
}

/**
 * Opens a file, or standard input for `-`. Gzip data is unpacked, even if the name has no `.gz`.
 *
 * @throws UnreadableFile if the file does not exist or is a folder; while it is read, if the data is damaged, cut off or not UTF-8
 */
export async function openSource(file: string, signal: AbortSignal): Promise<Source> {
  let position = 0
  async function* counted(stream: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      position += chunk.length
      yield chunk
    }
  }
  const size = isRepeatable(file) ? await sizeOf(file) : undefined
  const stream = addAbortSignal(signal, file === STDIN ? process.stdin : createReadStream(file))
  return { texts: decode(unpack(counted(stream))), size, position: () => position }
}

async function sizeOf(file: string): Promise<number> {
  const handle = await open(file).catch((error) => {
    throw new UnreadableFile(readingProblem(error))
  })
  try {
    const stats = await handle.stat()
    if (stats.isDirectory()) throw new UnreadableFile('it is a folder')
    return stats.size
  } finally {
    await handle.close()
  }
}

async function* unpack(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let start = Buffer.alloc(0)
  while (start.length < 2) {
    const { value, done } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  async function* all() {
    yield start
    yield* chunks
  }
  if (start[0] !== 0x1f || start[1] !== 0x8b) return yield* all()
  try {
    yield* through<Buffer>(all(), createGunzip())
  } catch (error) {
    throw new UnreadableFile(`its compressed data is damaged or cut off (${(error as Error).message})`)
  }
}

async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const read = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new UnreadableFile('it is not UTF-8 text: save it as UTF-8')
    }
  }
  for await (const chunk of chunks) yield read(chunk)
  yield read()
}

import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { RowFile } from '../../rows/encoding.ts'
import { UnreadableFile } from '../../rows/problem.ts'
import { inTemporaryFolder } from '../../store/temporary.ts'
import { readingProblem } from '../kit/named-file.ts'
import { through } from './rows.ts'

export const STDIN = '-'

/** Whether a file can be read a second time. Standard input, pipes such as `<(zcat …)`, and devices can't. */
export function isRepeatable(file: string): boolean {
  if (file === STDIN) return false
  if (!existsSync(file)) return true
  const stats = statSync(file)
  return stats.isFile() || stats.isDirectory()
}

/** A file to import. */
export interface Source extends RowFile {
  /** Its size in bytes; undefined if it can be read only once. */
  size: number | undefined
  /** Bytes that the present reading has read, before decompression. */
  position(): number
  /** Calls `work` with a copy that can be read again: the file itself, or a temporary file of what can be read only once. */
  again<T>(work: (copy: RowFile) => Promise<T>): Promise<T>
}

/**
 * Opens a file, or standard input for `-`. Gzip data is unpacked, even if the name has no `.gz`. What can be read only once is looked
 * at first, and then read from its beginning.
 *
 * @throws UnreadableFile if the file does not exist or is a folder; while it is read, if the data is damaged or cut off
 */
export async function openSource(file: string, signal: AbortSignal): Promise<Source> {
  let position = 0
  const opened = (path: string) => addAbortSignal(signal, path === STDIN ? process.stdin : createReadStream(path))
  async function* counted(stream: Readable): AsyncGenerator<Buffer> {
    position = 0
    for await (const chunk of stream) {
      position += chunk.length
      yield chunk
    }
  }
  const name = basename(file)
  if (isRepeatable(file)) {
    const source = { name, read: () => unpack(counted(opened(file))) }
    return { ...source, size: await sizeOf(file), position: () => position, again: (work) => work(source) }
  }
  const source = { name, read: readOnce(unpack(counted(opened(file)))) }
  return { ...source, size: undefined, position: () => position, again: (work) => inCopy(source, work) }
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

/** The first reading may end early: the second one begins again, and nothing is kept after it. */
function readOnce(chunks: AsyncGenerator<Uint8Array>): () => AsyncGenerator<Uint8Array> {
  const taken: Uint8Array[] = []
  let isFirst = true
  return async function* read() {
    const keeps = isFirst
    isFirst = false
    yield* taken.splice(0)
    for (;;) {
      const { value, done } = await chunks.next()
      if (done) return
      if (keeps) taken.push(value)
      yield value
    }
  }
}

function inCopy<T>(source: RowFile, work: (copy: RowFile) => Promise<T>): Promise<T> {
  return inTemporaryFolder(tmpdir(), async (folder) => {
    const path = join(folder, 'copy')
    await pipeline(source.read(), createWriteStream(path, { mode: 0o600 }))
    return work({ name: source.name, read: () => createReadStream(path) })
  })
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

import type { RowFile } from '../../../rows/encoding.ts'
import { UnreadableFile } from '../../../rows/problem.ts'
import { importing as t } from '../texts/en/importing.ts'

/** Larger files are read by the command: a browser keeps what it must remember of a file in memory. */
const MOST_BYTES = 100 * 1024 * 1024

/** A file that somebody chose. Gzip data is unpacked. */
export function rowFileOf(file: File): RowFile {
  return { name: file.name, read: () => bounded(file) }
}

async function* bounded(file: File): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunksOf(await unpacked(file))) {
    size += chunk.length
    if (size > MOST_BYTES) throw new UnreadableFile(t.tooLarge)
    yield chunk
  }
}

async function unpacked(file: File): Promise<ReadableStream<Uint8Array>> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isGzip = first === 0x1f && second === 0x8b
  return isGzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()
}

/** Safari has no `for await` over streams. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new UnreadableFile(t.damaged)
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

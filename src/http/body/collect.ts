import type { Readable } from 'node:stream'
import { release } from '../../lib/memory.ts'

/** Bodies of no more than this hold nobody up, and their memory is not worth a thought. */
export const SMALL_BYTES = 256 * 1024

/** The client went away in the middle of its request: there is nobody to answer. */
export class ClientGone extends Error {}

/**
 * All bytes of a stream.
 *
 * @param onBytes called with the number of bytes of each piece; it may throw to end the reading
 * @throws what `onBytes` throws; Error of the stream; ClientGone when it closes before its end
 */
export function collect(stream: Readable, onBytes: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const onData = (chunk: Buffer) => {
      try {
        onBytes(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        settle(() => reject(error))
      }
    }
    const onEnd = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : join(chunks)))
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () => settle(() => reject(new ClientGone()))
    const settle = (finish: () => void) => {
      stream.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      // What still arrives must not become an unhandled error.
      stream.on('error', () => {})
      finish()
    }
    stream.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}

function join(chunks: Buffer[]): Buffer {
  const whole = Buffer.concat(chunks)
  if (whole.length <= SMALL_BYTES) return whole
  // A chunk that fills the memory that it lies in shares it with nothing.
  for (const chunk of chunks) if (chunk.length === chunk.buffer.byteLength) release(chunk)
  return whole
}

import { release } from '../../lib/memory.ts'

/** Smaller bodies delay nobody, and their memory needs no limit. */
export const SMALL_BYTES = 256 * 1024

/** The pieces of a body. */
export interface Pieces {
  add(piece: Buffer): void
  joined(): Buffer
}

/**
 * Joins the pieces of a body. Those of a long one are copied as they arrive: joining megabytes at the end would hold up the event
 * loop, and would take twice the memory.
 *
 * @param expected the number of bytes that are announced; 0 if it is not known
 */
export function createPieces(expected: number): Pieces {
  const short: Buffer[] = []
  let long: Buffer | undefined
  let size = 0
  let last: Buffer | undefined

  function withRoom(bytes: number): Buffer {
    if (long && long.length >= bytes) return long
    const larger = Buffer.allocUnsafeSlow(Math.max(expected, 2 * bytes))
    if (long) {
      larger.set(long)
      release(long)
    } else larger.set(Buffer.concat(short.splice(0)))
    return larger
  }

  return {
    add: (piece) => {
      const before = size
      size += piece.length
      if (size <= SMALL_BYTES) {
        short.push(piece)
        return
      }
      long = withRoom(size)
      long.set(piece, before)
      // A piece that fills its buffer shares that memory with no other data. It may be in use until the next one arrives.
      if (last && last.length === last.buffer.byteLength) release(last)
      last = piece
    },
    joined: () => {
      if (long) return long.subarray(0, size)
      return short.length === 1 && short[0] ? short[0] : Buffer.concat(short)
    },
  }
}

import type { Readable } from 'node:stream'
import { nextTurn } from '../../lib/gate.ts'
import { release } from '../../lib/memory.ts'

/** Bodies up to this length delay nobody, and their memory needs no limit. */
export const SHORT_BYTES = 128 * 1024

/** What a turn of the event loop reads of a long body. Node.js reads up to 2 MiB, which takes milliseconds for each body. */
const BYTES_IN_A_TURN = 256 * 1024

/** The pieces of a body. */
interface Pieces {
  add(piece: Buffer): void
  joined(): Buffer
}

/**
 * Joins the pieces of a body. Those of a long one are copied as they arrive: joining megabytes at the end would hold up the event
 * loop, and would take twice the memory.
 *
 * @param expected the number of bytes that are announced; 0 if it is not known
 */
function createPieces(expected: number): Pieces {
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
      if (size <= SHORT_BYTES) {
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

/** The client disconnected during its request, so no response is possible. */
export class ClientGone extends Error {}

/**
 * All bytes of a stream.
 *
 * @param onBytes called with the number of bytes of each piece; may throw to stop reading
 * @param expected the number of bytes that are announced
 * @throws errors of `onBytes`; Error of the stream; ClientGone if the stream closes before its end
 */
export function collect(stream: Readable, onBytes: (bytes: number) => void, expected = 0): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let pieces: Pieces | undefined = createPieces(expected)
    let ofTurn = 0
    const fail = (error: unknown) => {
      pieces = undefined
      reject(error)
    }
    const pauseForOthers = () => {
      ofTurn = 0
      stream.pause()
      void nextTurn().then(() => stream.resume())
    }
    // The listeners stay: removing them takes longer than all they do, and a later error of the stream must not be unhandled.
    stream
      .on('data', (chunk: Buffer) => {
        try {
          if (pieces) onBytes(chunk.length)
          pieces?.add(chunk)
          ofTurn += chunk.length
          if (ofTurn >= BYTES_IN_A_TURN) pauseForOthers()
        } catch (error) {
          fail(error)
        }
      })
      .on('end', () => {
        if (pieces) resolve(pieces.joined())
        pieces = undefined
      })
      .on('error', fail)
      .on('close', () => {
        if (pieces) fail(new ClientGone())
      })
  })
}

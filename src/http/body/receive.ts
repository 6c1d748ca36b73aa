import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { constants, createGunzip, createZstdDecompress, type Zlib } from 'node:zlib'
import { createCounts } from '../../lib/counts.ts'
import { badRequest, busy, DomainError } from '../../lib/errors.ts'
import { createGate } from '../../lib/gate.ts'
import { release } from '../../lib/memory.ts'
import { HttpError } from '../errors.ts'

/*
 * From the socket to the bytes of a body: collected, counted against the memory that a workspace may hold, and unpacked in turn.
 */

/** The kinds of body, by what the operator lets them have: of ordinary calls, of those that carry much, and of pages that anyone can open. */
export type BodySize = 'small' | 'large' | 'widget'

/** Reads the bodies of requests, within bounds of memory and work that workspaces share fairly. */
export interface Bodies {
  /**
   * Reads a request's body and gives it, unpacked, to `work`, for as long as that takes: a large body's memory is given back then. What a
   * client declares or sends beyond the size's limit is never read to the end.
   *
   * @throws DomainError PAYLOAD_TOO_LARGE, BAD_REQUEST when the compressed data is damaged or cut off, or SERVICE_UNAVAILABLE when the
   *   workspace has too many at a time; ClientGone; whatever `work` throws
   */
  use<T>(
    req: IncomingMessage,
    res: ServerResponse,
    of: { size: BodySize; workspaceId: string },
    work: (body: Buffer) => Promise<T>,
  ): Promise<T>
}

/** How many compressed bodies are unpacked or, if they are large, worked on at a time; one workspace leaves a place to the others. */
const UNPACKING = { places: 4, perWorkspace: 3 }
/** How many large ones of one workspace may wait for their turn. Small ones have it within milliseconds. */
const MAX_WAITING = 50
const MAX_WAITING_SMALL = 1_000
/** How many of the largest bodies one workspace, and all together, may have in memory. */
const HELD_BY_ONE = 4
const HELD_BY_ALL = 16

/** @param maxBytes the most bytes of each kind of body, after decompression */
export function createBodies(maxBytes: Record<BodySize, number>): Bodies {
  const { places, perWorkspace: perTenant } = UNPACKING
  const smallOnes = createGate(places, { perTenant, maxWaiting: MAX_WAITING_SMALL })
  const largeOnes = createGate(places, { perTenant, maxWaiting: MAX_WAITING })
  const shareOf = createBodyMemory({
    perWorkspace: HELD_BY_ONE * maxBytes.large,
    total: HELD_BY_ALL * maxBytes.large,
  })

  /** A kilobyte may unpack to megabytes: what turns out to be long waits for a place, which it keeps while it is worked on. */
  async function unpackInTurn(received: Buffer, encoding: string, max: number, workspaceId: string, share: Share) {
    const leaveSmall = await smallOnes.enter(workspaceId)
    try {
      return { body: await unpack(received, encoding, limit(Math.min(max, SMALL_BYTES), max)), leave: () => {} }
    } catch (error) {
      if (!(error instanceof IsLong)) throw error
    } finally {
      leaveSmall()
    }
    const leave = await largeOnes.enter(workspaceId)
    try {
      return { body: await unpack(received, encoding, limit(max, max, share)), leave }
    } catch (error) {
      leave()
      throw error
    }
  }

  return {
    use: async (req, res, { size, workspaceId }, work) => {
      const max = maxBytes[size]
      const encoding = encodingOf(req.headers['content-encoding'])
      if (Number(req.headers['content-length'] ?? 0) > max) throw tooLarge(max)
      if (invitesBody(req)) res.writeContinue()
      const share = shareOf(workspaceId)
      try {
        const received = await collect(req, limit(max, max, share)).catch((error: Error) => {
          // The request's own stream fails only with its connection.
          throw error instanceof DomainError ? error : new ClientGone()
        })
        if (encoding === undefined) return await lend(received, work)
        const { body, leave } = await unpackInTurn(received, encoding, max, workspaceId, share)
        try {
          return await lend(body, work)
        } finally {
          leave()
        }
      } finally {
        share.release()
      }
    },
  }
}

/** There is more of a body than makes it a small one. */
class IsLong extends Error {}

/** Ends the reading of a body behind `upTo` bytes, with a 413 where these are all that it may have. */
function limit(upTo: number, max: number, share?: Share): (bytes: number) => void {
  let size = 0
  return (bytes) => {
    const before = size
    size += bytes
    if (size > upTo) throw upTo < max ? new IsLong() : tooLarge(max)
    // Small ones are not worth counting: the number of connections bounds them.
    if (size > SMALL_BYTES) share?.add(before > SMALL_BYTES ? bytes : size)
  }
}

async function lend<T>(body: Buffer, work: (body: Buffer) => Promise<T>): Promise<T> {
  try {
    return await work(body)
  } finally {
    if (body.length > SMALL_BYTES) release(body)
  }
}

/** Clients of HTTP/1.0 do not know of the invitation. */
function invitesBody({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue' && httpVersion !== '1.0'
}

function tooLarge(max: number): DomainError {
  return new HttpError(
    'PAYLOAD_TOO_LARGE',
    'too_many_bytes',
    `The body is larger than ${max} bytes: send fewer objects in one call.`,
    {
      data: { max },
    },
  )
}

/** What one request holds in memory of its body. */
export interface Share {
  /** @throws DomainError SERVICE_UNAVAILABLE when the workspace, or all together, hold as much as they may */
  add(bytes: number): void
  release(): void
}

/**
 * Counts the bytes of the bodies that arrive, wait and are worked on, so that no number of them fills the memory. A workspace that holds
 * nothing is never refused for what the others hold: its one request goes on.
 *
 * @returns begins the share of a request of a workspace
 */
export function createBodyMemory({
  perWorkspace,
  total,
}: {
  perWorkspace: number
  total: number
}): (workspaceId: string) => Share {
  const held = createCounts()
  let all = 0
  return (workspaceId) => {
    let own = 0
    const change = (bytes: number) => {
      own += bytes
      all += bytes
      held.add(workspaceId, bytes)
    }
    return {
      add: (bytes) => {
        const ofWorkspace = held.get(workspaceId)
        const isAlone = ofWorkspace === own
        if (!isAlone && (ofWorkspace + bytes > perWorkspace || all + bytes > total)) {
          throw busy('Other large requests of this workspace are still being received or processed.')
        }
        change(bytes)
      },
      release: () => change(-own),
    }
  }
}

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

type Decoder = Transform & Zlib

/** The most that zstd may look back for, as a power of two: 8 MiB, which RFC 9659 asks of what is sent over HTTP. */
const ZSTD_WINDOW_LOG = 23

const DECODERS: Record<string, () => Decoder> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
}

/** How a body is compressed, by its Content-Encoding; undefined when it is not. */
export function encodingOf(header: string | undefined): string | undefined {
  const encoding = header?.trim().toLowerCase()
  return encoding === '' || encoding === 'identity' ? undefined : encoding
}

/** What a body may be compressed with, as in Accept-Encoding. */
export const ENCODINGS = 'gzip, zstd'

export function canUnpack(encoding: string): boolean {
  return Object.hasOwn(DECODERS, encoding)
}

/**
 * Unpacks a body that has arrived whole; what follows the compressed data makes it damaged.
 *
 * @param onBytes called with the number of bytes of each piece; it may throw to end the unpacking
 * @throws DomainError BAD_REQUEST when the compressed data is damaged or cut off; what `onBytes` throws
 */
export async function unpack(received: Buffer, encoding: string, onBytes: (bytes: number) => void): Promise<Buffer> {
  const decoder = DECODERS[encoding]?.()
  if (!decoder) throw new Error(`there is no decoder for ${encoding}`)
  let ended: unknown
  try {
    decoder.end(received)
    const unpacked = await collect(decoder, (bytes) => {
      try {
        onBytes(bytes)
      } catch (error) {
        ended = error
        throw error
      }
    })
    if (decoder.bytesWritten === received.length) return unpacked
  } catch (error) {
    if (error === ended) throw error
    if ((error as NodeJS.ErrnoException).code === WINDOW_TOO_LARGE) throw windowTooLarge()
  } finally {
    decoder.destroy()
  }
  throw badRequest('The compressed body is damaged or cut off: compress it anew and send it whole.', [
    { path: [], message: 'cannot be decompressed' },
  ])
}

const WINDOW_TOO_LARGE = 'ZSTD_error_frameParameter_windowTooLarge'

function windowTooLarge(): DomainError {
  return badRequest(
    'The body is compressed with a window larger than 8 MiB: use zstd up to level 19, without --long.',
    [{ path: [], message: 'cannot be decompressed' }],
  )
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { MIMEType } from 'node:util'
import { DomainError } from '../../lib/errors.ts'
import { createGate } from '../../lib/gate.ts'
import { release } from '../../lib/memory.ts'
import { HttpError } from '../errors.ts'
import { createBodyMemory, type Share } from './body-memory.ts'
import { ClientGone, collect, SMALL_BYTES } from './collect.ts'
import { canUnpack, ENCODINGS, encodingOf, unpack } from './unpack.ts'

/** The kinds of body, by what the operator lets them have: of ordinary calls, of those that carry much, and of pages that anyone can open. */
export type BodySize = 'small' | 'large' | 'widget'

/** No media type that we take is longer; reading one of many kilobytes takes Node.js a second. */
const MAX_TYPE_LENGTH = 255

/** @throws DomainError UNSUPPORTED_MEDIA_TYPE unless the body is declared as JSON in UTF-8 and in an encoding that can be read */
export function checkMediaType({ headers }: IncomingMessage, size: BodySize): void {
  const type = headers['content-type']
  if (type !== 'application/json' && !isJson(type)) {
    throw new HttpError(
      'UNSUPPORTED_MEDIA_TYPE',
      'not_json',
      'The body must be JSON in UTF-8: send it with Content-Type: application/json.',
    )
  }
  const encoding = encodingOf(headers['content-encoding'])
  if (encoding === undefined) return
  // Whoever opens a page may send these: unpacking for them would take the places of shops.
  if (size === 'widget') {
    throw new HttpError(
      'UNSUPPORTED_MEDIA_TYPE',
      'compressed',
      'The body is compressed, which this address does not accept. Send it without Content-Encoding.',
      { headers: { 'accept-encoding': 'identity' } },
    )
  }
  if (canUnpack(encoding)) return
  throw new HttpError(
    'UNSUPPORTED_MEDIA_TYPE',
    'unknown_encoding',
    'The body is compressed in a way that is not supported: use gzip, zstd or none.',
    { headers: { 'accept-encoding': ENCODINGS } },
  )
}

function isJson(type: string | undefined): boolean {
  if (type === undefined || type.length > MAX_TYPE_LENGTH) return false
  try {
    const { essence, params } = new MIMEType(type)
    return essence === 'application/json' && (params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8'
  } catch {
    return false
  }
}

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

import type { IncomingMessage, ServerResponse } from 'node:http'
import { judgePace } from '../connection/exchanges.ts'
import { HttpError } from '../errors.ts'
import { ClientGone } from './collect.ts'
import { invitesBody } from './invite.ts'
import { encodingOf } from './unpack.ts'

/** Bytes of a piece of a file, and its share of memory. */
export const PIECE_BYTES = 128 * 1024

/** A file that arrives as the body of a request. */
export interface Upload {
  /** Bytes that the request announces; the maximum if it announces none. */
  announced: number
  /**
   * Its pieces of {@link PIECE_BYTES}, the last one with what is left. The next one is read when it is asked for.
   *
   * @throws DomainError PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT; ClientGone
   */
  pieces(): AsyncGenerator<Buffer>
}

/** Of a route that takes no file. */
export const noUpload: Upload = { announced: 0, pieces: async function* () {} }

/** For how long the client may send nothing. */
const STANDSTILL_MS = 30_000
/** A file of any size has this time, and one second more for each of these bytes. */
const START_MS = 30_000
const SLOWEST_BYTES = 16 * 1024

/** The limits of time of an upload. The time in which the server does not read does not count. */
export interface Pace {
  standstillMs: number
  startMs: number
}

const usualPace: Pace = { standstillMs: STANDSTILL_MS, startMs: START_MS }

/**
 * The file in the body of a request. Like any other body it must arrive in time, but a large file on a slow line has longer.
 *
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE if it is compressed, PAYLOAD_TOO_LARGE if it is announced as too large
 */
export function uploadOf(req: IncomingMessage, res: ServerResponse, maxBytes: number, pace: Pace = usualPace): Upload {
  if (encodingOf(req.headers['content-encoding']) !== undefined)
    throw new HttpError(
      'UNSUPPORTED_MEDIA_TYPE',
      'compressed',
      'This address does not accept compressed bodies. Send the file without Content-Encoding.',
      { headers: { 'accept-encoding': 'identity' } },
    )
  const { 'content-length': length } = req.headers
  const announced = length === undefined ? maxBytes : Number(length)
  if (announced > maxBytes) throw tooLarge(maxBytes)
  judgePace(req)
  return {
    announced,
    pieces: () => {
      if (invitesBody(req)) res.writeContinue()
      return piecesOf(req, maxBytes, pace)
    },
  }
}

async function* piecesOf(req: IncomingMessage, maxBytes: number, pace: Pace): AsyncGenerator<Buffer> {
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  const next = inTime(chunks, pace)
  let waiting: Buffer[] = []
  let bytes = 0
  let received = 0
  try {
    for (let chunk = await next(0); chunk !== undefined; chunk = await next(received)) {
      received += chunk.length
      if (received > maxBytes) throw tooLarge(maxBytes)
      waiting.push(chunk)
      bytes += chunk.length
      if (bytes < PIECE_BYTES) continue
      const joined = Buffer.concat(waiting)
      let from = 0
      for (; from + PIECE_BYTES <= joined.length; from += PIECE_BYTES) yield joined.subarray(from, from + PIECE_BYTES)
      waiting = from < joined.length ? [joined.subarray(from)] : []
      bytes = joined.length - from
    }
    if (bytes > 0) yield Buffer.concat(waiting)
  } finally {
    // Not awaited: it would wait for a chunk that may never come.
    void chunks.return?.()
  }
}

/** Reads the next chunk of a stream; undefined at its end. */
function inTime(
  chunks: AsyncIterator<Buffer>,
  { standstillMs, startMs }: Pace,
): (received: number) => Promise<Buffer | undefined> {
  let waited = 0
  return async (received) => {
    const most = startMs + (received / SLOWEST_BYTES) * 1_000 - waited
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(tooSlow()), Math.max(0, Math.min(standstillMs, most)))
    const began = performance.now()
    try {
      const { value, done } = await Promise.race([chunks.next(), late.promise]).catch(throwGone)
      return done ? undefined : value
    } finally {
      clearTimeout(timer)
      waited += performance.now() - began
    }
  }
}

/** The stream of a request fails only if its connection does. */
function throwGone(error: Error): never {
  throw error instanceof HttpError ? error : new ClientGone()
}

function tooSlow(): HttpError {
  return new HttpError(
    'REQUEST_TIMEOUT',
    'upload_too_slow',
    'The file took too long to arrive. Send it again, or a smaller one.',
  )
}

function tooLarge(max: number): HttpError {
  return new HttpError(
    'PAYLOAD_TOO_LARGE',
    'file_too_large',
    `The file is larger than ${max} bytes. Make it smaller, and send it again.`,
    { data: { max } },
  )
}

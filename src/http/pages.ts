import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { EventHandler, H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { clientNetwork } from './client-address.ts'
import { serveGet } from './methods.ts'
import type { Headers } from './reply.ts'
import { noteOfEvent } from './request-note.ts'
import type { Services } from './services.ts'

/** Serves a page or what belongs to it: needs no key, and is limited by network. @throws (when called) DomainError TOO_MANY_REQUESTS */
export function servePage(
  app: H3,
  path: string,
  { limiter, settings }: Pick<Services, 'limiter' | 'settings'>,
  handler: EventHandler,
): void {
  serveGet(app, path, (event) => {
    const { req } = event.node as { req: IncomingMessage }
    limiter.take(['pages'], clientNetwork(req, settings.trustProxy))
    return handler(event)
  })
}

export function pageHeaders(event: H3Event): Headers {
  return {
    'x-request-id': noteOfEvent(event).requestId,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  }
}

/** Bytes that are the same for everyone and are made once, with what tells them from others. */
export interface Content {
  bytes: Buffer
  /** A hash of the bytes. */
  hash: string
}

export function contentOf(text: string | Buffer): Content {
  const bytes = Buffer.from(text)
  return { bytes, hash: createHash('sha256').update(bytes).digest('base64url') }
}

/**
 * A response of bytes that many share, or a 304 if the client has them. However long they are, none of them is copied, and of each response a
 * piece at a time is on its way.
 *
 * @param tag what tells the bytes from earlier ones at this address, without characters that an ETag can't have
 */
export function contentReply(event: H3Event, parts: Buffer[], tag: string, headers: Headers): Response {
  const etag = `"${tag}"`
  const all = { ...pageHeaders(event), etag }
  if (names(event.req.headers.get('if-none-match'), etag)) return new FastResponse(null, { status: 304, headers: all })
  const length = parts.reduce((sum, { length }) => sum + length, 0)
  return new FastResponse(inPieces(parts), { headers: { ...all, ...headers, 'content-length': String(length) } })
}

/** Whether If-None-Match names the ETag; a proxy that compresses has made a weak one of it. */
function names(ifNoneMatch: string | null, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}

const PIECE_BYTES = 64 * 1024

/** The next piece is handed out when the client has taken the one before. */
function inPieces(parts: Buffer[]): ReadableStream<Uint8Array> {
  const pieces = piecesOf(parts)
  return new ReadableStream(
    {
      pull: (controller) => {
        const { done, value } = pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
}

function* piecesOf(parts: Buffer[]): Generator<Buffer, undefined> {
  for (const part of parts)
    for (let start = 0; start < part.length; start += PIECE_BYTES) yield part.subarray(start, start + PIECE_BYTES)
  return undefined
}

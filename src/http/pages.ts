import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { EventHandler, H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import type { BuiltFile } from '../lib/assets.ts'
import { clientNetwork } from './client-address.ts'
import { acceptsGzip, gzipAround, SHORT_BYTES } from './gzip.ts'
import { serveGet } from './methods.ts'
import type { Headers } from './reply.ts'
import { noteOfEvent } from './request-note.ts'
import type { Services } from './services.ts'

/** Serves a page, script or document without a key, limited by network. @throws (when called) DomainError TOO_MANY_REQUESTS */
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

/** The bytes of a page, made once, with a hash. All responses share them; only an optional middle part differs. */
export interface Content {
  before: Buffer
  after: Buffer
  /** A hash of `before` and `after`. */
  hash: string
  /** The gzip form with a middle part; the shared parts are compressed at the first call. */
  gzipped(middle: Buffer): Promise<Buffer[]>
}

const NOTHING = Buffer.alloc(0)

export function contentOf(before: string | Buffer, after: string | Buffer = NOTHING): Content {
  const parts = { before: Buffer.from(before), after: Buffer.from(after) }
  let around: ReturnType<typeof gzipAround> | undefined
  return {
    ...parts,
    hash: createHash('sha256').update(parts.before).update(parts.after).digest('base64url'),
    gzipped: async (middle) => {
      around ??= gzipAround(parts.before, parts.after)
      return (await around)(middle)
    },
  }
}

/**
 * A response with shared bytes, or a 304 if the client has them; with gzip if the client accepts it. The bytes are not copied, and
 * each response sends one piece at a time.
 *
 * @param middle the middle part of this response
 */
export async function contentReply(
  event: H3Event,
  content: Content,
  headers: Headers,
  middle: Buffer = NOTHING,
): Promise<Response> {
  const isLong = content.before.length + content.after.length > SHORT_BYTES
  const isGzip = isLong && acceptsGzip(event.node?.req as IncomingMessage)
  const tag = middle.length > 0 ? `${content.hash}.${hashOf(middle)}` : content.hash
  const tags = [`"${tag}"`, `"${tag}.gz"`]
  const etag = tags[isGzip ? 1 : 0] ?? ''
  const all = { ...pageHeaders(event), etag, vary: 'Accept-Encoding' }
  // Browsers replace the headers of what they have by these: without the policy of the response, WebKit would not use it any more.
  if (names(event.req.headers.get('if-none-match'), tags)) {
    const { 'content-type': _, ...kept } = headers
    return new FastResponse(null, { status: 304, headers: { ...all, ...kept } })
  }
  const parts = isGzip ? await content.gzipped(middle) : [content.before, middle, content.after]
  const length = parts.reduce((sum, { length }) => sum + length, 0)
  const encoding: Headers = isGzip ? { 'content-encoding': 'gzip' } : {}
  return new FastResponse(inPieces(parts), {
    headers: { ...all, ...headers, ...encoding, 'content-length': String(length) },
  })
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

/** Whether If-None-Match contains one of the ETags; compressing proxies make ETags weak. */
function names(ifNoneMatch: string | null, etags: string[]): boolean {
  return ifNoneMatch?.split(',').some((tag) => etags.includes(tag.trim().replace(/^W\//, ''))) ?? false
}

const PIECE_BYTES = 64 * 1024

/** A stream that produces the next piece when the client has read the previous one. */
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

/** The files of a page, by name. */
export type ServedFiles = Map<string, { content: Content; type: string }>

export function servedFiles(files: BuiltFile[]): ServedFiles {
  return new Map(files.map(({ name, type, text }) => [name, { content: contentOf(text), type }]))
}

/**
 * The file that the path of a request names in `:name`; undefined if no such file exists. Its name has a hash of its content, so browsers keep it.
 *
 * @param loadedBy which pages may load it. A sandboxed frame is of no origin, so it counts as another site's.
 */
export function fileReply(
  event: H3Event,
  files: ServedFiles,
  loadedBy: 'same-origin' | 'cross-origin',
): Promise<Response> | undefined {
  const file = files.get(event.context.params?.name ?? '')
  return (
    file &&
    contentReply(event, file.content, {
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': loadedBy,
      // A document of no origin imports modules only with it.
      ...(loadedBy === 'cross-origin' ? { 'access-control-allow-origin': '*' } : {}),
      'content-type': file.type,
    })
  )
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { DomainError } from '../../lib/errors.ts'
import { errorBody, HttpError, headersOf, statusOf } from '../errors.ts'
import { ALL_METHODS } from '../methods.ts'
import { jsonHeaders } from '../reply.ts'
import { noteOf } from '../request-note.ts'

/** How long further bytes of a rejected request are discarded. */
export const LINGER_MS = 1_000

const ending = new WeakSet<Duplex>()

/**
 * Makes the next response the last one of its connection, even if the client is still sending. Closing at once would send a reset,
 * and the client's system would discard the response. So the socket is half-closed first, and further bytes are discarded for a
 * moment. The response itself must carry `Connection: close`.
 */
export function lingerBeforeClosing(socket: Socket): void {
  ending.add(socket)
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

/** Whether a connection has its last response: further bytes are not a request. */
export function isEnding(socket: Duplex): boolean {
  return ending.has(socket)
}

/** Rejects a request before any route sees it, and ends its connection. */
export function refuseRequest(req: IncomingMessage, res: ServerResponse, error: DomainError): void {
  const note = noteOf(req)
  note.error = error
  const { headers, body } = plainAnswer(error, note.requestId)
  lingerBeforeClosing(req.socket)
  req.resume()
  res.writeHead(statusOf[error.code], headers).end(body)
}

/** The headers and body of an error that is written directly, without the HTTP application. */
export function plainAnswer(error: DomainError, requestId: string): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(errorBody(error))
  const headers = {
    ...headersOf(error),
    ...jsonHeaders,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  }
  return { headers, body }
}

export const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'
/** The client has ended the connection within a request: nobody waits for an error. */
export const CUT_OFF = 'HPE_INVALID_EOF_STATE'

/** The error that Node.js reports for bytes that are not a request. */
export interface ParseFailure extends NodeJS.ErrnoException {
  /** The bytes of the last read from the socket. */
  rawPacket?: Buffer
  /** The number of these bytes that were parsed. */
  bytesParsed?: number
}

/** The error for bytes that never became a request: too slow, headers too large, an unknown method, or not HTTP. */
export function brokenRequest(failure: ParseFailure): DomainError {
  if (failure.code === TOO_SLOW)
    return new HttpError(
      'REQUEST_TIMEOUT',
      'too_slow',
      'The request took too long to arrive: send it faster, or in smaller parts.',
    )
  if (failure.code === 'HPE_HEADER_OVERFLOW')
    return new HttpError(
      'REQUEST_HEADER_FIELDS_TOO_LARGE',
      'headers_too_large',
      'The headers of the request are too large: send fewer or shorter ones.',
    )
  if (hasUnknownMethod(failure)) {
    const allow = ALL_METHODS.join(', ')
    return new HttpError(
      'METHOD_NOT_SUPPORTED',
      'unknown_method',
      `Unknown HTTP method. Use one of these, in capital letters: ${allow}.`,
      { headers: { allow } },
    )
  }
  return new HttpError('BAD_REQUEST', 'not_http', 'This is not an HTTP/1.1 request. Check the program that sent it.', {
    data: { issues: [] },
  })
}

/** A request line with any token as its method. */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ [!-~]+ HTTP\/1\.[01]\r?\n/

/** Node.js accepts only registered HTTP methods and reports a request with another method as not HTTP. */
function hasUnknownMethod({ code, rawPacket, bytesParsed = 0 }: ParseFailure): boolean {
  if (code !== 'HPE_INVALID_METHOD' || !rawPacket) return false
  const lineStart = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1
  return REQUEST_LINE.test(rawPacket.toString('latin1', lineStart, lineStart + LONGEST_LINE))
}

/** The size of one read of Node.js. */
const LONGEST_LINE = 64 * 1024

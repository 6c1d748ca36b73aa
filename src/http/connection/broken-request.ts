import type { DomainError } from '../../lib/errors.ts'
import { HttpError } from '../errors.ts'
import { ALL_METHODS } from '../methods.ts'

export const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'

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

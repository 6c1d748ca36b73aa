import type { IncomingMessage } from 'node:http'
import { badRequest, type DomainError } from '../../lib/errors.ts'
import { remembered } from '../../lib/remember.ts'
import { HttpError } from '../errors.ts'

/**
 * The reason to reject the head of a request, whatever its route; undefined if there is none. A proxy in front may read such a head
 * differently from this server: its rules would then apply to another address, or to another request, than the one that is served.
 */
export function headProblem(req: IncomingMessage): DomainError | undefined {
  return hostProblem(req) ?? targetProblem(req.url ?? '') ?? framingProblem(req)
}

/** Characters after which a Host header continues with a path, a query or credentials. */
const BEYOND_HOST = /[/\\?#@]/

const isHost = remembered((name: string): boolean => !BEYOND_HOST.test(name) && URL.canParse(`http://${name}/`))

function hostProblem({ httpVersion, headers, rawHeaders }: IncomingMessage): DomainError | undefined {
  if (headers.host === undefined && httpVersion === '1.0') return undefined
  if (isHost(headers.host ?? '') && isOnce('host', rawHeaders)) return undefined
  return badRequest('The Host header is missing, repeated or invalid. Send exactly one with a valid host.', [])
}

/** Whether a header occurs once. @param rawHeaders names and values in turn */
function isOnce(header: string, rawHeaders: string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === header.length && name.toLowerCase() === header) count++
  }
  return count === 1
}

/** Scheme and authority of a target in absolute form: `http://example.com:8787`. */
const ORIGIN = /^https?:\/\/[^/?]*/i
/** A segment that URL parsers resolve: `.` or `..`, each dot also as `%2e`. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

function targetProblem(target: string): DomainError | undefined {
  if (target.includes('#')) return badRequest('The request target has a "#". Percent-encode it as %23.', [])
  const origin = ORIGIN.exec(target)?.[0] ?? ''
  const isAbsolute = origin !== '' && URL.canParse(origin)
  if (!target.startsWith('/') && target !== '*' && !isAbsolute)
    return badRequest('The request target is neither a path nor an http URL. Send a path such as /api/v1/ping.', [])
  const query = target.indexOf('?')
  const path = target.slice(origin.length, query === -1 ? undefined : query)
  if (path.includes('\\'))
    return badRequest('The path has a backslash. Use "/" between segments, and %5C for a backslash in an id.', [])
  if (DOT_SEGMENT.test(path)) return badRequest('The path has a "." or ".." segment. Send the resolved path.', [])
  return undefined
}

function framingProblem({ httpVersion, headers }: IncomingMessage): DomainError | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return undefined
  if (httpVersion === '1.0')
    return badRequest('HTTP/1.0 does not support Transfer-Encoding. Send Content-Length, or use HTTP/1.1.', [])
  if (coding.toLowerCase() === 'chunked') return undefined
  return new HttpError(
    'NOT_IMPLEMENTED',
    'unknown_transfer_coding',
    'This transfer coding is not supported: send Transfer-Encoding: chunked alone, and compress with Content-Encoding.',
  )
}

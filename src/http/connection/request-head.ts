import type { IncomingMessage } from 'node:http'
import { badRequest, type DomainError } from '../../lib/errors.ts'
import { HttpError } from '../errors.ts'

/**
 * What makes the head of a request one that is not served, whichever route it is for: a proxy in front may read it differently from
 * this server, and then its rules guard another address, or another request, than the one that is answered.
 */
export function headProblem(req: IncomingMessage): DomainError | undefined {
  return hostProblem(req) ?? targetProblem(req.url ?? '') ?? framingProblem(req)
}

/** What would make the rest of a Host something else than a host: a path, a query, a name to log in with. */
const BEYOND_HOST = /[/\\?#@]/

function hostProblem({ httpVersion, headersDistinct: { host = [] } }: IncomingMessage): DomainError | undefined {
  if (host.length === 0 && httpVersion === '1.0') return undefined
  const [name = ''] = host
  if (host.length === 1 && !BEYOND_HOST.test(name) && URL.canParse(`http://${name}/`)) return undefined
  return badRequest('The request must name its host once: send one Host header with a valid address.', [])
}

/** Scheme and authority of a target in absolute form: `http://example.com:8787`. */
const ORIGIN = /^https?:\/\/[^/?]*/i
/** As URL parsers see it, which resolve it: `.`, `..`, and each dot also as `%2e`. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

function targetProblem(target: string): DomainError | undefined {
  if (target.includes('#')) return badRequest('The request target has a "#": percent-encode it as %23.', [])
  const origin = ORIGIN.exec(target)?.[0] ?? ''
  const isAbsolute = origin !== '' && URL.canParse(origin)
  if (!target.startsWith('/') && target !== '*' && !isAbsolute)
    return badRequest('The request target is not a path or an http address: send a path such as /api/v1/ping.', [])
  const query = target.indexOf('?')
  const path = target.slice(origin.length, query === -1 ? undefined : query)
  if (path.includes('\\'))
    return badRequest('The path has a backslash: write "/" between segments, and %5C for one within an id.', [])
  if (DOT_SEGMENT.test(path))
    return badRequest('The path has a segment that is "." or "..": send the path that it leads to.', [])
  return undefined
}

function framingProblem({ httpVersion, headers }: IncomingMessage): DomainError | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return undefined
  if (httpVersion === '1.0')
    return badRequest('HTTP/1.0 has no Transfer-Encoding: send Content-Length, or use HTTP/1.1.', [])
  if (coding.toLowerCase() === 'chunked') return undefined
  return new HttpError(
    'NOT_IMPLEMENTED',
    'unknown_transfer_coding',
    'This transfer coding is not supported: send Transfer-Encoding: chunked alone, and compress with Content-Encoding.',
  )
}

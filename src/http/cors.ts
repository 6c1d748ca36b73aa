import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { H3 } from 'h3'
import type { Reader } from '../store/store.ts'
import type { PageRules } from './credentials/credential.ts'
import { HttpError } from './errors.ts'
import { type Headers, jsonReply } from './reply.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'

/** Whether web pages of other origins call a route: that is what publishable keys and sessions are for. */
export function isForPages({ credential }: Route): boolean {
  return credential.pages !== undefined
}

const EXPOSED = 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed'

/** Lets the page that called read the answer, errors included. No cache may give that answer to another page. */
export function corsHeaders(origin: string | undefined): Headers {
  if (origin === undefined) return { vary: 'Origin' }
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }
}

/** Refuses a page whose origin is not among those of the workspace. Programs other than browsers name none, and pass. @throws DomainError FORBIDDEN */
export async function requireAllowedOrigin(
  rules: PageRules,
  reader: Reader,
  workspaceId: string,
  { headers: { origin } }: IncomingMessage,
  answer: Headers,
): Promise<void> {
  if (origin === undefined || (await rules.allows(reader, workspaceId, origin))) return
  delete answer['access-control-allow-origin']
  throw new HttpError('FORBIDDEN', 'origin_not_allowed', rules.refusal)
}

const ALLOWED = 'X-Service-Key, Authorization, Content-Type, Idempotency-Key, Last-Event-ID'
/** How long a browser may remember the answer; the request itself is checked each time. */
const MAX_AGE_SECONDS = 600

/**
 * Answers what a browser asks before a page's request. It carries no key, so all that can be told is whether some workspace allows
 * the origin; whether the right one does is checked when the request comes.
 */
export function mountPreflight(
  app: H3,
  { path, methods, rules }: { path: string; methods: string[]; rules: PageRules },
  { store }: Services,
): void {
  app.on('OPTIONS', path, async (event) => {
    const origin = event.req.headers.get('origin') ?? undefined
    const headers = { 'x-request-id': randomUUID(), allow: [...methods, 'OPTIONS'].join(', ') }
    if (origin === undefined || !(await rules.allowsSomewhere(store.read, origin)))
      return jsonReply(204, undefined, { ...headers, vary: 'Origin' })
    return jsonReply(204, undefined, {
      ...headers,
      ...corsHeaders(origin),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': ALLOWED,
      'access-control-max-age': String(MAX_AGE_SECONDS),
    })
  })
}

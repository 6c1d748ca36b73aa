import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { EventHandler } from 'h3'
import { OPAQUE, type PageRules } from './credentials/credential.ts'
import { HttpError } from './errors.ts'
import { type Headers, jsonReply } from './reply.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'

/** Whether web pages of other origins call a route: routes with a publishable key or a session. */
export function isForPages({ credential }: Route): boolean {
  return credential.pages !== undefined
}

const EXPOSED = 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed'

/** Lets the calling page read the response, errors included. Caches must not reuse the response for another page. */
export function corsHeaders(origin: string | undefined): Headers {
  if (origin === undefined) return { vary: 'Origin' }
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }
}

/** Rejects a page whose origin the workspace does not allow; programs without an origin pass. @throws DomainError FORBIDDEN */
export async function requireAllowedOrigin(
  rules: PageRules,
  { store, sealer, clock }: Pick<Services, 'store' | 'sealer' | 'clock'>,
  workspaceId: string,
  req: IncomingMessage,
  answer: Headers,
): Promise<void> {
  const { origin } = req.headers
  if (origin === undefined) return
  if (origin === OPAQUE) return rules.requireOpaque?.(req, workspaceId, { store, sealer }, clock.now())
  if (await rules.allows(store.read, workspaceId, origin)) return
  delete answer['access-control-allow-origin']
  throw new HttpError('FORBIDDEN', 'origin_not_allowed', rules.refusal)
}

const ALLOWED = 'X-Service-Key, X-Widget-Ticket, Authorization, Content-Type, Idempotency-Key, Last-Event-ID'
/** How long a browser may cache the preflight response; the request itself is checked each time. */
const MAX_AGE_SECONDS = 600

/**
 * Answers the preflight request of a browser. It carries no key, so the response only shows whether some workspace allows the origin.
 * The request itself is checked against its own workspace.
 */
export function preflight(methods: string[], rules: PageRules, { store }: Services): EventHandler {
  return async (event) => {
    const origin = event.req.headers.get('origin') ?? undefined
    const headers = { 'x-request-id': randomUUID(), allow: [...methods, 'OPTIONS'].join(', ') }
    const isAllowed = origin === OPAQUE || (origin !== undefined && (await rules.allowsSomewhere(store.read, origin)))
    if (!isAllowed) return jsonReply(204, undefined, { ...headers, vary: 'Origin' })
    return jsonReply(204, undefined, {
      ...headers,
      ...corsHeaders(origin),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': ALLOWED,
      'access-control-max-age': String(MAX_AGE_SECONDS),
    })
  }
}

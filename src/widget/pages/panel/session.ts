import type { FrameConfig } from '../../frame-config.ts'
import { CallError, call } from './call.ts'
import type { Host } from './host.ts'
import { ownLanguage } from './own-language.ts'

export interface Session {
  id: string
  token: string
  /** ISO 8601. */
  expiresAt: string
  /** The signed-in customer; null for a guest. */
  customerId: string | null
}

/** Why there is no session: the shop has to sign the customer in again, or does not let this page chat; `reloading`: the frame starts over; `changed`: somebody else may be at the browser since. */
export class NoSession extends Error {
  readonly why: 'signIn' | 'notAllowed' | 'reloading' | 'changed'

  constructor(why: NoSession['why']) {
    super(why)
    this.why = why
  }
}

/** What the page says about the visitor, and the visitor's last session. */
export interface Visitor {
  /** The last session of this visitor, which may be over: a guest continues its conversation, and a customer does not become a guest. */
  last: Session | null
  /** Whether the page says who the customer is. */
  identifies: boolean
  page: string
}

/** Reasons for which another token may do. */
const AGAIN = new Set(['stale', 'used'])

/** Starts a session: of the customer whom a token names, else of a guest. @param token null: the page is asked for one @throws NoSession, CallError */
export async function startSession(
  config: FrameConfig,
  host: Host,
  visitor: Visitor,
  token: string | null,
): Promise<Session> {
  try {
    return await requestSession(config, visitor, token ?? (await tokenOf(host, visitor)))
  } catch (error) {
    const isAgain = error instanceof CallError && error.status === 401 && AGAIN.has(error.reason)
    if (!isAgain) return explain(error, host, visitor)
  }
  const fresh = await tokenOf(host, visitor)
  return requestSession(config, visitor, fresh).catch((error: unknown) => explain(error, host, visitor))
}

/** A token, where the page says who the customer is; null for a guest. @throws NoSession if there should be one, and is not */
export async function tokenOf(host: Host, { identifies }: Visitor): Promise<string | null> {
  if (!identifies) return null
  const { token, failed } = await host.identify()
  if (failed) throw new NoSession('signIn')
  return token
}

interface Started {
  sessionId: string
  token: string
  expiresAt: string
  customer: { id: string } | null
}

async function requestSession(
  { api, key, ticket }: FrameConfig,
  { last, page }: Visitor,
  identityToken: string | null,
): Promise<Session> {
  if (identityToken === null && last?.customerId != null) throw new NoSession('signIn')
  const { sessionId, token, expiresAt, customer } = await call<Started>(api, '/widget/sessions', {
    method: 'POST',
    headers: { 'x-service-key': key, 'x-widget-ticket': ticket },
    json: {
      ...(identityToken === null ? {} : { identityToken }),
      ...(identityToken === null && last ? { guestToken: last.token } : {}),
      ...(/^https?:/.test(page) ? { pageUrl: page } : {}),
      locale: ownLanguage(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  })
  return { id: sessionId, token, expiresAt, customerId: customer?.id ?? null }
}

/** What an error means for the customer. */
function explain(error: unknown, host: Host, { identifies }: Visitor): never {
  if (!(error instanceof CallError)) throw error
  if (error.reason === 'ticket') {
    host.tell({ type: 'reload' })
    throw new NoSession('reloading')
  }
  if (error.status === 401 && identifies) throw new NoSession('signIn')
  if (error.status === 401 || error.status === 403) {
    // For the makers of the page: visitors read only that there is no chat.
    console.error(`storewire: ${error.message}`)
    throw new NoSession('notAllowed')
  }
  throw error
}

/** Ends a session on the server. Nobody can use its token here any more, whether the server can be reached or not. */
export function endSession(api: string, { token }: Session): void {
  const headers = { authorization: `Bearer ${token}` }
  call(api, '/widget/sessions/current', { method: 'DELETE', headers }).catch(() => undefined)
}

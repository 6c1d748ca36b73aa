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

interface Started {
  sessionId: string
  token: string
  expiresAt: string
  customer: { id: string } | null
}

/** The session of this browser: of the signed-in customer, where the page says who that is, else of a guest. Never one for the other. */
export interface Sessions {
  current: Session | null
  /** The last session of this visitor, which may be over: a guest continues its conversation, and a customer does not become a guest. */
  last: Session | null
  /** Whether the page says who the customer is. */
  identifies: boolean
  /** Whether this is the page of an app, which says who the customer is once and not after a reload: the session goes on. */
  isPage: boolean
  page: string
  /** Grows whenever somebody else may be at the browser: the answer to an earlier call is not for them. */
  turn: number
  /** Goes on with a session of an earlier page, if it is still that of the same person. @returns whether there is a session */
  resume(kept: Session | null): Promise<boolean>
  /** The session; starts one if there is none. @throws NoSession, CallError */
  need(): Promise<Session>
  /** Ends it, on the server too. */
  end(): void
}

/** A session that is being started, for the customer whom its token names; null for a guest. */
interface Starting {
  subject: string | null | undefined
  session: Promise<Session>
}

/** Reasons for which another token may do. */
const AGAIN = new Set(['stale', 'used'])

export function createSessions(config: FrameConfig, host: Host): Sessions {
  let starting: Starting | undefined

  async function start(first: string | null, isWanted: () => boolean): Promise<Session> {
    try {
      return await startWith(first ?? (await tokenOf()), isWanted)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401 && AGAIN.has(error.reason)) return startWith(await tokenOf(), isWanted).catch(explain)
      return explain(error)
    }
  }

  /** A token, where the page says who the customer is; null for a guest. @throws NoSession if there should be one, and is not */
  async function tokenOf(): Promise<string | null> {
    if (!sessions.identifies) return null
    const { token, failed } = await host.identify()
    if (failed) throw new NoSession('signIn')
    return token
  }

  async function startWith(identityToken: string | null, isWanted: () => boolean): Promise<Session> {
    if (identityToken === null && sessions.last?.customerId != null) throw new NoSession('signIn')
    const { sessionId, token, expiresAt, customer } = await call<Started>(config.api, '/widget/sessions', {
      method: 'POST',
      headers: { 'x-service-key': config.key, 'x-widget-ticket': config.ticket },
      json: {
        ...(identityToken === null ? {} : { identityToken }),
        ...(identityToken === null && sessions.last ? { guestToken: sessions.last.token } : {}),
        ...(/^https?:/.test(sessions.page) ? { pageUrl: sessions.page } : {}),
        locale: ownLanguage(),
      },
    })
    const session = { id: sessionId, token, expiresAt, customerId: customer?.id ?? null }
    if (!isWanted()) {
      end(session)
      throw new NoSession('changed')
    }
    sessions.current = session
    sessions.last = session
    host.tell({ type: 'told', event: 'session' })
    return session
  }

  function explain(error: unknown): never {
    if (!(error instanceof CallError)) throw error
    if (error.reason === 'ticket') {
      host.tell({ type: 'reload' })
      throw new NoSession('reloading')
    }
    if (error.status === 401 && sessions.identifies) throw new NoSession('signIn')
    if (error.status === 401 || error.status === 403) throw new NoSession('notAllowed')
    throw error
  }

  const sessions: Sessions = {
    current: null,
    last: null,
    identifies: false,
    isPage: false,
    page: '',
    turn: 0,
    resume: async (kept) => {
      const turn = ++sessions.turn
      sessions.current = null
      sessions.last = kept
      const token = await tokenOf()
      if (turn !== sessions.turn) throw new NoSession('changed')
      sessions.last = null
      // A customer who has signed out of the shop must not be followed by the next person at this browser.
      const isUnsaid = sessions.isPage && !sessions.identifies
      const isSame = isUnsaid ? kept !== null : kept?.customerId === (token === null ? null : subjectOf(token))
      if (isSame) sessions.last = kept
      else if (kept) end(kept)
      if (isSame && Date.parse(kept?.expiresAt ?? '') > Date.now()) sessions.current = kept
      else if (token !== null || isSame) await starts(token)
      return sessions.current !== null
    },
    need: async () => sessions.current ?? starting?.session ?? starts(null),
    end: () => {
      if (sessions.last) end(sessions.last)
      sessions.turn++
      starting = undefined
      sessions.current = null
      sessions.last = null
    },
  }

  /** However many ask at once for the same customer, one session is started. */
  function starts(token: string | null): Promise<Session> {
    const subject = token === null ? null : subjectOf(token)
    if (starting && starting.subject === subject) return starting.session
    const isWanted = () => starting === own
    const session = start(token, isWanted).finally(() => {
      if (isWanted()) starting = undefined
    })
    const own: Starting = { subject, session }
    starting = own
    return session
  }

  function end({ token }: Session): void {
    const headers = { authorization: `Bearer ${token}` }
    // Nobody can use the token any more: it is forgotten here, whether the server can be reached or not.
    call(config.api, '/widget/sessions/current', { method: 'DELETE', headers }).catch(() => undefined)
  }

  return sessions
}

/** The customer that a token names. The server checks the token; here it is only compared. */
function subjectOf(token: string): string | undefined {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    const claims: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (byte) => byte.charCodeAt(0))))
    return (claims as { sub?: string }).sub
  } catch {
    return undefined
  }
}

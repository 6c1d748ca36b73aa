import type { FrameConfig } from '../../frame-config.ts'
import type { Host } from './host.ts'
import { endSession, NoSession, type Session, startSession, tokenOf, type Visitor } from './session.ts'

/** The session of this browser: of the signed-in customer, where the page says who that is, else of a guest. Never one for the other. */
export interface Sessions extends Visitor {
  current: Session | null
  /** Whether this is the page of an app. It names the customer once and not after a reload, which therefore keeps the session. */
  isPage: boolean
  /** Grows whenever somebody else may be at the browser: the answer to an earlier call is not for them. */
  turn: number
  /** Continues the session of an earlier page, if the same person is still there. @returns whether there is a session */
  resume(kept: Session | null): Promise<boolean>
  /** Returns the session, and starts one if necessary. @throws NoSession, CallError */
  need(): Promise<Session>
  /** Ends it, on the server too. */
  end(): void
}

/** A session that is being started, for the customer whom its token names; null for a guest. */
interface Starting {
  subject: string | null | undefined
  session: Promise<Session>
}

export function createSessions(config: FrameConfig, host: Host): Sessions {
  let starting: Starting | undefined

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
      const token = await tokenOf(host, sessions)
      if (turn !== sessions.turn) throw new NoSession('changed')
      sessions.last = null
      // A customer who has signed out of the shop must not be followed by the next person at this browser.
      const isUnsaid = sessions.isPage && !sessions.identifies
      const isSame = isUnsaid ? kept !== null : kept?.customerId === (token === null ? null : subjectOf(token))
      if (isSame) sessions.last = kept
      else if (kept) endSession(config.api, kept)
      if (isSame && Date.parse(kept?.expiresAt ?? '') > Date.now()) sessions.current = kept
      else if (token !== null || isSame) await start(token)
      return sessions.current !== null
    },
    need: async () => sessions.current ?? starting?.session ?? start(null),
    end: () => {
      if (sessions.last) endSession(config.api, sessions.last)
      sessions.turn++
      starting = undefined
      sessions.current = null
      sessions.last = null
    },
  }

  /** However many ask at once for the same customer, one session is started. */
  function start(token: string | null): Promise<Session> {
    const subject = token === null ? null : subjectOf(token)
    if (starting && starting.subject === subject) return starting.session
    const isWanted = () => starting === own
    const session = startWanted(token, isWanted).finally(() => {
      if (isWanted()) starting = undefined
    })
    const own: Starting = { subject, session }
    starting = own
    return session
  }

  async function startWanted(token: string | null, isWanted: () => boolean): Promise<Session> {
    const session = await startSession(config, host, sessions, token)
    if (!isWanted()) {
      endSession(config.api, session)
      throw new NoSession('changed')
    }
    sessions.current = session
    sessions.last = session
    host.tell({ type: 'emit', event: 'session' })
    return session
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

import type { Context } from './context.ts'
import type { Conversation } from './conversation.ts'
import type { StreamEvent } from './events.ts'
import type { Session } from './session.ts'

/** What the panels of a browser's tabs tell each other: the events of the stream, and the session that one of them has started. */
interface Shared extends Pick<StreamEvent, 'event' | 'data'> {
  session: string | undefined
}
const STARTED = 'started'

export interface Tabs {
  /** Follows the conversation if this tab is the one that does, and there is a session. */
  followOrNot(): void
  /** Tells the other tabs of the session of a guest. */
  tellSession(): void
}

/** One tab of the browser follows the conversation, and tells the others. @param onSession called with the session of another tab, where this one has none */
export function createTabs(
  { host, sessions }: Context,
  conversation: Conversation,
  onSession: (session: Session) => void,
): Tabs {
  let isHeld = false
  let following: { sessionId: string; stop: AbortController } | undefined

  function followOrNot(): void {
    const session = isHeld ? sessions.current : null
    if (session?.id === following?.sessionId) return
    following?.stop.abort()
    following = session ? { sessionId: session.id, stop: new AbortController() } : undefined
    if (following) void followWith(following)
  }

  async function followWith(own: { stop: AbortController }): Promise<void> {
    await conversation.follow(own.stop.signal, tellAll)
    // The session was over: there may be a new one.
    if (following !== own) return
    following = undefined
    followOrNot()
  }

  function tellAll({ event, data }: StreamEvent): void {
    conversation.show({ event, data })
    if (event === 'message') host.tell({ type: 'emit', event })
    share({ event, data })
  }

  function share(news: Omit<Shared, 'session'>): void {
    host.tell({ type: 'share', data: JSON.stringify({ session: sessions.current?.id, ...news }) })
  }

  host.on('lock', (lock) => {
    isHeld = lock.isHeld
    followOrNot()
  })
  host.on('shared', ({ data }) => {
    const shared = JSON.parse(data) as Shared
    if (shared.event === STARTED) {
      if (!sessions.current) onSession(JSON.parse(shared.data) as Session)
    } else if (shared.session === sessions.current?.id) conversation.show(shared)
  })

  return { followOrNot, tellSession: () => share({ event: STARTED, data: JSON.stringify(sessions.current) }) }
}

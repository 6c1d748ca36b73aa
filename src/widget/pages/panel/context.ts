import { type Call, CallError, call } from './call.ts'
import type { Host } from './host.ts'
import { keptText } from './kept.ts'
import { type Chat, emptyChat } from './model.ts'
import { NoSession, type Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { Store } from './store.ts'

/** What all actions of the chat share. */
export interface Context {
  api: string
  chat: Store<Chat>
  host: Host
  sessions: Sessions
}

/** Calls the server as {@link withSession} does. */
export function callWithSession<T>(context: Context, path: string, options: Call = {}): Promise<T> {
  return withSession(context, (headers) =>
    call<T>(context.api, path, { ...options, headers: { ...options.headers, ...headers } }),
  )
}

/**
 * Works with the headers of the session, which is started where there is none. If it is over, a new one is started once.
 *
 * @throws CallError, NoSession
 */
export async function withSession<T>(
  { sessions }: Context,
  work: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const { turn } = sessions
  for (let isAgain = false; ; isAgain = true) {
    const session = await sessions.need()
    // Neither the call nor its answer is the next person's.
    const checkTurn = () => {
      if (turn !== sessions.turn) throw new NoSession('changed')
    }
    checkTurn()
    try {
      const answer = await work(authorized(session))
      checkTurn()
      return answer
    } catch (error) {
      checkTurn()
      if (isAgain || !(error instanceof CallError) || error.status !== 401) throw error
      if (sessions.current === session) sessions.current = null
    }
  }
}

export function authorized({ token }: Session, headers: Record<string, string> = {}): Record<string, string> {
  return { ...headers, authorization: `Bearer ${token}` }
}

/** Shows why the chat can't go on. @returns whether the error was about that */
export function showProblem({ chat }: Context, error: unknown): boolean {
  if (error instanceof NoSession) {
    // While the frame is loaded again, what is shown stays; after a change it is somebody else's.
    if (error.why === 'signIn' || error.why === 'notAllowed') chat.set({ phase: error.why })
    return true
  }
  if (!(error instanceof CallError)) throw error
  if (error.status !== 0) return false
  chat.set({ isOffline: true })
  return true
}

/** Keeps what has to survive a change of the page. */
export function keep({ chat, host, sessions }: Context): void {
  const { draft, unsent, peeked } = chat.get()
  host.tell({ type: 'keep', state: keptText({ session: sessions.last, draft, unsent, peeked }) })
}

/** Forgets the person who used the chat. */
export function forget({ chat, host, sessions }: Context): void {
  sessions.current = null
  sessions.last = null
  chat.set({ ...emptyChat, phase: 'idle', isOpen: chat.get().isOpen, openings: chat.get().openings })
  host.tell({ type: 'keep', state: null })
}

import { CallError } from './call.ts'
import { type Context, forget, keep, showProblem } from './context.ts'
import type { Conversation } from './conversation.ts'
import { type Kept, readKept } from './kept.ts'
import type { Session } from './session.ts'

/** Until the next try to open the chat without a connection. */
const RETRY_MS = 5_000
/** How long a page may take to say who a customer of an earlier page is. */
const IDENTIFY_MS = 5_000

/** Whose chat is shown on this page of the shop: from what an earlier page has kept to the logout. */
export interface Visit {
  /** Opens the chat of the last session's person, again if it failed. */
  begin(): Promise<void>
  /** A guest has written first in another tab: both tabs show one conversation. */
  join(session: Session): void
}

/** @param onSession called when there may be another session */
export function createVisit(context: Context, conversation: Conversation, onSession: () => void): Visit {
  const { chat, host, sessions } = context
  /** What an earlier page has kept, until the chat is opened. */
  let unopened: Kept | undefined
  /** Of another try to begin. */
  let later: ReturnType<typeof setTimeout> | undefined

  /** Opens the conversation of the customer, or of a guest who has written before. */
  async function open(kept: Kept): Promise<void> {
    try {
      await resume(kept, context, conversation)
    } catch (error) {
      if (!showProblem(context, error)) chat.set({ phase: 'failed' })
      else if (error instanceof CallError) later = setTimeout(() => void open(kept), RETRY_MS)
      return
    }
    keep(context)
    onSession()
  }

  /** What the customer has written here and not sent, stays. */
  const openAs = (session: Session | null) => open({ ...chat.get(), session })

  /** The chat is opened for the first time on this page: only now does it matter whose session an earlier page has kept. */
  function openFirst(kept: Kept): void {
    unopened = undefined
    if (sessions.identifies || sessions.isPage || kept.session?.customerId == null) return void open(kept)
    // A page may have to ask its own server first who is signed in.
    sessions.last = kept.session
    chat.set({ draft: kept.draft, unsent: kept.unsent, phase: 'loading' })
    later = setTimeout(() => void open(kept), IDENTIFY_MS)
  }

  /** Counts what is unread, of which nothing is shown: no token is asked for on pages on which nobody opens the chat. */
  function count(kept: Kept): void {
    unopened = kept
    const { session, draft, unsent, peeked } = kept
    if (!session || Date.parse(session.expiresAt) <= Date.now()) return
    sessions.current = session
    sessions.last = session
    chat.set({ draft, unsent, peeked })
    void conversation.load().then(onSession)
  }

  host.on('hello', ({ state, identifies, isOpen, isPage, page }) => {
    Object.assign(sessions, { identifies, isPage, page })
    chat.set({ isOpen })
    const kept = readKept(state)
    if (isOpen) openFirst(kept)
    else count(kept)
  })
  host.on('opened', ({ page }) => {
    sessions.page = page
    if (unopened) openFirst(unopened)
    chat.set({ isOpen: true, openings: chat.get().openings + 1 })
  })
  host.on('closed', () => chat.set({ isOpen: false }))
  host.on('identified', () => {
    clearTimeout(later)
    sessions.identifies = true
    if (!unopened) void openAs(sessions.last)
  })
  host.on('logout', () => {
    clearTimeout(later)
    unopened &&= readKept(null)
    sessions.identifies = false
    sessions.end()
    onSession()
    forget(context)
  })

  return {
    begin: () => openAs(sessions.last),
    join: (session) => {
      if (unopened) count({ ...unopened, session })
      else if (chat.get().phase === 'idle') void openAs(session)
    },
  }
}

/** Continues what an earlier page has kept, as far as it is of the person who is there now. @throws NoSession, CallError */
async function resume({ session, draft, unsent }: Kept, { chat, sessions }: Context, { load }: Conversation) {
  const before = session?.customerId
  chat.set({ draft, unsent, phase: 'loading' })
  const isThere = await sessions.resume(session)
  // What somebody else has written here is not for this customer.
  if (before != null && sessions.current?.customerId !== before) chat.set({ draft: '', unsent: [] })
  if (isThere) await load()
  else chat.set({ phase: 'idle' })
}

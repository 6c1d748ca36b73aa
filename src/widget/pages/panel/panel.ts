import type { FrameConfig } from '../../frame-config.ts'
import { CallError, keepReaching } from './call.ts'
import { type Context, callWithSession, forget, keep, showProblem } from './context.ts'
import { createConversation } from './conversation.ts'
import type { Host } from './host.ts'
import { type Kept, readKept } from './kept.ts'
import { emptyChat } from './model.ts'
import { createDecider } from './refund.ts'
import { createSender, type Sender } from './send.ts'
import { createSessions } from './session.ts'
import { createStore } from './store.ts'
import { createTabs } from './tabs.ts'
import type { Words } from './texts.ts'

/** Until the next try to open the chat without a connection. */
const RETRY_MS = 5_000
/** How long a page may take to say who a customer of an earlier page is. */
const IDENTIFY_MS = 5_000

/** What the parts of the panel show and do. */
export interface Panel extends Pick<Sender, 'send' | 'tryAgain' | 'discard' | 'draft'> {
  chat: Context['chat']
  words: Words
  /** When people answer again, as ISO 8601; null if they did when the frame was loaded. */
  awayUntil: string | null
  /** Whether the panel is the whole page: there is nothing to close. */
  isPage(): boolean
  loadOlder(): Promise<void>
  decide(isYes: boolean): Promise<void>
  /** Tries to open the chat again. */
  open(): Promise<void>
  close(): void
}

/** The chat of one frame, from the loader's first message on. */
export function createPanel(config: FrameConfig, host: Host, words: Words, onHello: () => void): Panel {
  const chat = createStore(emptyChat)
  const sessions = createSessions(config, host)
  const context: Context = { api: config.api, chat, host, sessions }
  const conversation = createConversation(context)
  const sender = createSender(context, () => {
    tabs.tellSession()
    void conversation.load().then(tabs.followOrNot)
  })
  const tabs = createTabs(context, conversation, (session) => {
    // A guest has written first in another tab: both tabs show one conversation.
    if (unopened) {
      unopened = { ...unopened, session }
      count(unopened)
    } else if (chat.get().phase === 'idle') void begin({ ...written(), session })
  })
  /** What an earlier page has kept, until the chat is opened. */
  let unopened: Kept | undefined
  /** Of another try to begin. */
  let later: ReturnType<typeof setTimeout> | undefined

  /** What the customer has written and not sent. */
  const written = () => {
    const { draft, unsent } = chat.get()
    return { draft, unsent }
  }

  /** Opens the conversation of the customer, or of a guest who has written before. */
  async function begin(kept: Kept): Promise<void> {
    const { session, draft, unsent } = kept
    const before = session?.customerId
    chat.set({ draft, unsent, phase: 'loading' })
    try {
      const isThere = await sessions.resume(session)
      // What somebody else has written here is not for this customer.
      if (before != null && sessions.current?.customerId !== before) chat.set({ draft: '', unsent: [] })
      if (isThere) await conversation.load()
      else chat.set({ phase: 'idle' })
    } catch (error) {
      if (!showProblem(context, error)) chat.set({ phase: 'failed' })
      else if (error instanceof CallError) later = setTimeout(() => void begin(kept), RETRY_MS)
      return
    }
    keep(context)
    tabs.followOrNot()
    markRead()
  }

  /** Calls the server again, when it may be reached again: a guest without a session has only the first message to send. */
  async function reach(): Promise<void> {
    const [first] = chat.get().unsent
    if (sessions.current) await conversation.load()
    else if (first) await sender.tryAgain(first.key)
    else chat.set({ isOffline: false })
  }

  /** What is shown counts as read. */
  function markRead(): void {
    const { isOpen, unread, messages, phase } = chat.get()
    const last = messages.at(-1)
    if (!isOpen || document.hidden || unread === 0 || !last || phase !== 'ready') return
    chat.set({ unread: 0 })
    callWithSession(context, `/widget/messages/${last.id}/read`, { method: 'POST' }).catch((error: unknown) =>
      showProblem(context, error),
    )
  }

  /** The chat is opened for the first time on this page: only now does it matter whose session an earlier page has kept. */
  function openFirst(kept: Kept): void {
    unopened = undefined
    if (sessions.identifies || sessions.isPage || kept.session?.customerId == null) return void begin(kept)
    // A page may have to ask its own server first who is signed in.
    sessions.last = kept.session
    chat.set({ draft: kept.draft, unsent: kept.unsent, phase: 'loading' })
    later = setTimeout(() => void begin(kept), IDENTIFY_MS)
  }

  /** Counts what is unread, of which nothing is shown: no token is asked for on pages on which nobody opens the chat. */
  function count({ session, draft, unsent }: Kept): void {
    if (!session || Date.parse(session.expiresAt) <= Date.now()) return
    sessions.current = session
    sessions.last = session
    chat.set({ draft, unsent })
    void conversation.load().then(tabs.followOrNot)
  }

  host.on('hello', ({ state, identifies, isOpen, isPage, page }) => {
    const kept = readKept(state)
    Object.assign(sessions, { identifies, isPage, page })
    chat.set({ isOpen })
    onHello()
    unopened = kept
    if (isOpen) openFirst(kept)
    else count(kept)
  })
  host.on('identified', () => {
    clearTimeout(later)
    sessions.identifies = true
    if (unopened) return
    void begin({ ...written(), session: sessions.last })
  })
  host.on('logout', () => {
    clearTimeout(later)
    unopened &&= readKept(null)
    sessions.identifies = false
    sessions.end()
    tabs.followOrNot()
    forget(context)
  })
  host.on('opened', ({ page }) => {
    sessions.page = page
    if (unopened) openFirst(unopened)
    chat.set({ isOpen: true })
  })
  host.on('closed', () => chat.set({ isOpen: false }))
  document.addEventListener('visibilitychange', markRead)
  addEventListener('offline', () => chat.set({ isOffline: true }))
  addEventListener('online', () => void reach())

  keepReaching(chat, reach)
  let told = 0
  chat.listen(() => {
    markRead()
    const { unread } = chat.get()
    if (unread === told) return
    told = unread
    const label = words.say('title') + (unread === 0 ? '' : `, ${words.say('newMessages')}: ${unread}`)
    host.tell({ type: 'unread', count: unread, label })
  })

  return {
    chat,
    words,
    awayUntil: config.awayUntil,
    isPage: () => sessions.isPage,
    ...sender,
    loadOlder: conversation.loadOlder,
    decide: createDecider(context, conversation.load),
    open: () => begin({ ...written(), session: sessions.last }),
    close: () => host.tell({ type: 'close' }),
  }
}

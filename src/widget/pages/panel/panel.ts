import type { FrameConfig } from '../../frame-config.ts'
import { errorOf } from './call.ts'
import { type Context, keep, showProblem, withSession } from './context.ts'
import { createConversation } from './conversation.ts'
import type { Host } from './host.ts'
import { emptyChat } from './model.ts'
import { keepReaching } from './reach.ts'
import { createSender, type Sender } from './send.ts'
import { createSessions } from './sessions.ts'
import { createStore } from './store.ts'
import { createTabs } from './tabs.ts'
import type { Words } from './texts.ts'
import { countUnread } from './unread.ts'
import { createVisit } from './visit.ts'

/** What the parts of the panel show and do. */
export interface Panel extends Pick<Sender, 'send' | 'tryAgain' | 'discard' | 'draft'> {
  chat: Context['chat']
  words: Words
  /** What the document says about the shop and its chat. */
  shop: Pick<FrameConfig, 'name' | 'logo' | 'starters' | 'awayUntil' | 'timeZone' | 'hasAssistant'>
  /** Whether the panel is the whole page: there is nothing to close. */
  isPage(): boolean
  loadOlder(): Promise<void>
  /** Reads the conversation again. */
  reload(): Promise<boolean>
  /** Whether the session is that of a signed-in customer. */
  isCustomer(): boolean
  tell: Host['tell']
  /** Closes the bubble of an unread message, on later pages, too. */
  dismiss(messageId: string): void
  api: string
  errorOf: typeof errorOf
  /** Works with the headers of the session, and shows why there is none. @throws CallError, NoSession */
  withSession<T>(work: (headers: Record<string, string>) => Promise<T>): Promise<T>
  /** Tries to open the chat again. */
  open(): Promise<void>
  close(): void
}

/** The chat of one frame, from the loader's first message on. */
export function createPanel(config: FrameConfig, host: Host, words: Words): Panel {
  const chat = createStore(emptyChat)
  const sessions = createSessions(config, host)
  const context: Context = { api: config.api, chat, host, sessions }
  const conversation = createConversation(context)
  const tabs = createTabs(context, conversation, (session) => visit.join(session))
  const visit = createVisit(context, conversation, tabs.followOrNot)
  const onSession = () => {
    tabs.tellSession()
    void conversation.load().then(tabs.followOrNot)
  }
  const sender = createSender(context, onSession)
  keepReaching(context, conversation, sender)
  countUnread(context, words)

  const ofSession: Panel['withSession'] = async (work) => {
    const isFirst = !sessions.current
    try {
      return await withSession(context, work)
    } catch (error) {
      showProblem(context, error)
      throw error
    } finally {
      if (isFirst && sessions.current) onSession()
    }
  }

  return {
    chat,
    words,
    shop: config,
    isPage: () => sessions.isPage,
    ...sender,
    loadOlder: conversation.loadOlder,
    reload: conversation.load,
    isCustomer: () => sessions.current?.customerId != null,
    tell: host.tell,
    dismiss: (peeked) => {
      chat.set({ peeked })
      keep(context)
    },
    api: config.api,
    errorOf,
    withSession: ofSession,
    open: visit.begin,
    close: () => {
      chat.set({ isOpen: false })
      host.tell({ type: 'close' })
    },
  }
}

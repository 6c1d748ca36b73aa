import { type Context, callWithSession, showProblem } from './context.ts'
import type { Words } from './texts.ts'

/** Reports to the server what the customer has seen, and to the loader how much they have not. */
export function countUnread(context: Context, words: Words): void {
  const { chat, host } = context
  let reported = 0

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

  document.addEventListener('visibilitychange', markRead)
  chat.listen(() => {
    markRead()
    const { unread } = chat.get()
    if (unread === reported) return
    reported = unread
    const label = words.say('title') + (unread === 0 ? '' : `, ${words.say('newMessages')}: ${unread}`)
    host.tell({ type: 'unread', count: unread, label })
  })
}

import { CallError, newKey } from './call.ts'
import { type Context, callWithSession, keep, showProblem } from './context.ts'
import { type Choice, type Message, merged, type Unsent } from './model.ts'
import { createTypingReport } from './typing.ts'

/** Most messages that wait to be sent. */
const MOST_UNSENT = 20

export interface Sender {
  send(text: string, choice?: Choice): Promise<void>
  tryAgain(key: string): Promise<void>
  discard(key: string): void
  draft(text: string): void
}

/** @param onSession called after a first message has started the session of a guest */
export function createSender(context: Context, onSession: () => void): Sender {
  const { chat, sessions } = context
  const reportTyping = createTypingReport(() => {
    const isListening = sessions.current && chat.get().phase === 'ready'
    // Nobody misses it: it is only shown for some seconds.
    if (isListening) callWithSession(context, '/widget/typing', { method: 'POST' }).catch(() => undefined)
  })
  const without = (key: string) => chat.get().unsent.filter((one) => one.key !== key)
  const change = (key: string, problem: Unsent['problem']) =>
    chat.set({ unsent: chat.get().unsent.map((one) => (one.key === key ? { ...one, problem } : one)) })

  async function deliver({ key, text, choice, pictures }: Unsent): Promise<void> {
    change(key, null)
    keep(context)
    const isFirst = sessions.current === null
    try {
      const json = { text, pictures, ...(choice === null ? {} : { choice }) }
      const message = await callWithSession<Message>(context, '/widget/messages', { method: 'POST', key, json })
      const { messages, refund } = chat.get()
      chat.set({
        phase: 'ready',
        isOffline: false,
        messages: merged(messages, [message]),
        unsent: without(key),
        unread: 0,
        // The messages show earlier decisions.
        refund: refund?.status === 'awaiting_customer' ? refund : null,
      })
    } catch (error) {
      showProblem(context, error)
      change(key, problemOf(error))
    }
    keep(context)
    if (isFirst && sessions.current) onSession()
  }

  return {
    send: async (text, choice) => {
      const { unsent, draft, pictures } = chat.get()
      const ids = pictures.flatMap(({ id }) => id ?? [])
      const one: Unsent = { key: newKey(), text, choice: choice?.id ?? null, pictures: ids, problem: null }
      chat.set({
        unsent: [...unsent, one].slice(-MOST_UNSENT),
        draft: choice ? draft : '',
        // A button may be pressed while some are on their way.
        pictures: pictures.filter(({ id }) => !id),
      })
      await deliver(one)
    },
    tryAgain: async (key) => {
      const one = chat.get().unsent.find((waiting) => waiting.key === key)
      if (one?.problem) await deliver(one)
    },
    discard: (key) => {
      chat.set({ unsent: without(key) })
      keep(context)
    },
    draft: (draft) => {
      chat.set({ draft })
      keepSoon()
      if (draft !== '') reportTyping()
    },
  }

  function keepSoon(): void {
    clearTimeout(soon)
    soon = setTimeout(() => keep(context), 300)
  }
}

let soon: ReturnType<typeof setTimeout> | undefined

function problemOf(error: unknown): NonNullable<Unsent['problem']> {
  if (!(error instanceof CallError) || (error.isPassing && error.status !== 429)) return 'lost'
  return error.status === 429 ? 'tooMany' : 'refused'
}

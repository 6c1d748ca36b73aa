import type { Context } from './context.ts'
import type { Conversation } from './conversation.ts'
import type { Sender } from './send.ts'

const RETRY_MS = 5_000

/** While calls don't reach the server, tries again: the stream may still be open, so that nothing else notices that the way is free. */
export function keepReaching(
  { chat, sessions }: Context,
  { load }: Pick<Conversation, 'load'>,
  { tryAgain }: Pick<Sender, 'tryAgain'>,
): void {
  /** A guest without a session has only the first message to send. */
  async function reach(): Promise<void> {
    const [first] = chat.get().unsent
    if (sessions.current) await load()
    else if (first) await tryAgain(first.key)
    else chat.set({ isOffline: false })
  }

  let isTrying = false
  chat.listen(() => {
    if (!chat.get().isOffline || isTrying) return
    isTrying = true
    setTimeout(async () => {
      await reach()
      isTrying = false
      // Another round, if that did not help.
      chat.set({})
    }, RETRY_MS)
  })
  addEventListener('offline', () => chat.set({ isOffline: true }))
  addEventListener('online', () => void reach())
}

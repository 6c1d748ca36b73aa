import type { Chat } from './model.ts'
import type { Store } from './store.ts'

const RETRY_MS = 5_000

/** While calls don't reach the server, tries again: the stream may still be open, so that nothing else notices that the way is free. */
export function keepReaching(chat: Store<Chat>, tryAgain: () => Promise<void>): void {
  let isTrying = false
  chat.listen(() => {
    if (!chat.get().isOffline || isTrying) return
    isTrying = true
    setTimeout(async () => {
      await tryAgain()
      isTrying = false
      // Another round, if that did not help.
      chat.set({})
    }, RETRY_MS)
  })
}

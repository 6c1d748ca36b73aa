import type { Chat } from './model.ts'
import type { Store } from './store.ts'

/** How long a report of somebody who writes is true. */
const SHOWN_MS = 6_000
/** Least time between two reports of what the customer writes. */
const PAUSE_MS = 3_000

export interface TypingNotice {
  begin(name: string): void
  end(): void
}

/** Shows that somebody is writing, until they have written or stopped. */
export function createTypingNotice(chat: Store<Chat>): TypingNotice {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    if (chat.get().typing !== null) chat.set({ typing: null })
  }
  return {
    begin: (name) => {
      clearTimeout(timer)
      timer = setTimeout(end, SHOWN_MS)
      chat.set({ typing: name })
    },
    end,
  }
}

/** Calls `report` at most every three seconds. */
export function createTypingReport(report: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - last < PAUSE_MS) return
    last = now
    report()
  }
}

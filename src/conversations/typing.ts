import type { Part } from '../http/services.ts'
import type { MessageAuthor } from './stored-message.ts'

/** Somebody is writing in a conversation. */
export interface Typing {
  workspaceId: string
  conversationId: string
  author: Exclude<MessageAuthor, 'system'>
  /** The name that the other side sees; null if there is none to show. */
  name: string | null
}

/** Least time between two reports of one side of a conversation. */
const PAUSE_MS = 3_000
/** Most sides of conversations whose last report is remembered; the oldest is forgotten first. */
const MOST = 10_000

/** Who is writing right now, in this process alone: nothing is stored, and other processes learn nothing of it. */
export interface Typists {
  /** Passes a report on, unless the same side of the conversation was reported within the last three seconds. */
  note(typing: Typing, now: number): void
  /** Calls `hear` for each report until the returned function is called. */
  listen(hear: (typing: Typing) => void): () => void
  stop(): void
}

export const typingPart: Part<Typists> = { start: () => createTypists() }

export function createTypists(): Typists {
  const listeners = new Set<(typing: Typing) => void>()
  /** When a side was reported, the oldest report first. */
  const reported = new Map<string, number>()
  return {
    note: (typing, now) => {
      const side = `${typing.author} ${typing.conversationId}`
      const age = now - (reported.get(side) ?? Number.NEGATIVE_INFINITY)
      // A clock that was set back must not silence anybody.
      if (age >= 0 && age < PAUSE_MS) return
      reported.delete(side)
      reported.set(side, now)
      const [oldest] = reported.keys()
      if (reported.size > MOST && oldest !== undefined) reported.delete(oldest)
      for (const hear of listeners) hear(typing)
    },
    listen: (hear) => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    stop: () => listeners.clear(),
  }
}

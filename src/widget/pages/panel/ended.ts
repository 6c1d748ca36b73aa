import { useEffect, useState } from 'preact/hooks'
import type { Chat } from './model.ts'

/** The server decides: see `hasEnded` there. */
const ENDED_AFTER_MS = 600_000

/** Whether the chat has ended: it is closed, or the assistant answered last, some time ago. */
export function useEnded({ mode, messages: all, since }: Chat): boolean {
  const messages = all.filter(({ id }) => id > since)
  const last = messages.findLast(({ author }) => author !== 'system')
  const endsAt = mode === 'assistant' && last?.author === 'assistant' ? Date.parse(last.sentAt) + ENDED_AFTER_MS : 0
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = endsAt > Date.now() && setTimeout(() => setNow(Date.now()), endsAt - Date.now() + 50)
    return () => clearTimeout(timer || undefined)
  }, [endsAt])
  const isWritten = messages.some(({ author }) => author === 'customer')
  return isWritten && (mode === 'closed' || (endsAt > 0 && endsAt <= Math.max(now, Date.now())))
}

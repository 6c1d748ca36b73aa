import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { ApiError, Cancelled } from '../api-error.ts'
import type { DraftKind } from './drafts.ts'

/** Somebody counts as writing for this time after a key. */
const WRITING_MS = 5_000
/** Least time between two reports to the customer that an agent is writing. */
const REPORT_MS = 3_000

/** Whether somebody is writing here, and what notes that: the customer learns it of a reply, and not of a note. */
export function useWriting(chatId: string): { isWriting: boolean; noteWriting: (kind: DraftKind) => void } {
  const [isWriting, setWriting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const reported = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const noteWriting = (kind: DraftKind) => {
    setWriting(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setWriting(false), WRITING_MS)
    if (kind !== 'reply' || Date.now() - reported.current < REPORT_MS) return
    reported.current = Date.now()
    // A failure only means that the customer does not see it.
    api.POST('/conversations/{id}/typing', { params: { path: { id: chatId } }, body: {} }).catch((error: unknown) => {
      if (!(error instanceof ApiError || error instanceof Cancelled)) throw error
    })
  }
  return { isWriting, noteWriting }
}

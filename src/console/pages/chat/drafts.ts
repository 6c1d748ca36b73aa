import { useEffect, useRef, useState } from 'preact/hooks'
import { newKey } from '../parts/use-action.ts'

/** The browser's storage of this tab; undefined where it is blocked. It ends with the tab: nobody else finds a draft there. */
const storage = (() => {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
})()

export type DraftKind = 'reply' | 'note'

const nameOf = (chatId: string, kind: DraftKind) => `storewire.${kind}.${chatId}`

/** What was written in a chat and not sent, also before a reload. */
function draftOf(chatId: string, kind: DraftKind): string {
  return storage?.getItem(nameOf(chatId, kind)) ?? ''
}

function keepDraft(chatId: string, kind: DraftKind, text: string): void {
  if (text === '') storage?.removeItem(nameOf(chatId, kind))
  else
    try {
      storage?.setItem(nameOf(chatId, kind), text)
    } catch {
      // The storage of the tab is full: the draft lasts as long as the page.
    }
}

/** What is written and not sent, and the key with which it is sent: another text is another message. */
export function useDraft(id: string, kind: DraftKind) {
  const [text, setText] = useState(() => draftOf(id, kind))
  const key = useRef(newKey())
  const renew = () => {
    key.current = newKey()
  }
  useEffect(() => setText(draftOf(id, kind)), [kind])
  const write = (next: string) => {
    setText(next)
    keepDraft(id, kind, next)
    renew()
  }
  return { text, key, write, renew }
}

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
export function draftOf(chatId: string, kind: DraftKind): string {
  return storage?.getItem(nameOf(chatId, kind)) ?? ''
}

export function keepDraft(chatId: string, kind: DraftKind, text: string): void {
  if (text === '') storage?.removeItem(nameOf(chatId, kind))
  else
    try {
      storage?.setItem(nameOf(chatId, kind), text)
    } catch {
      // The storage of the tab is full: the draft lasts as long as the page.
    }
}

import { useState } from 'preact/hooks'

/**
 * What a form shows: what is saved, also after somebody else has changed it, until the person changes something.
 *
 * @returns the draft, which is `saved` itself while nothing is changed; and what changes it, undefined to show what is saved again
 */
export function useDraft<T>(saved: T): [draft: T, setDraft: (draft: T | undefined) => void] {
  const [draft, setDraft] = useState<T>()
  return [draft ?? saved, (next) => setDraft(() => next)]
}

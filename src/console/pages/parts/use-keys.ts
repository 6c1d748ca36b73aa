import { useLayoutEffect, useRef } from 'preact/hooks'
import { areLettersOn } from '../preferences.ts'

/** Whether a key belongs to a field, or to a dialog or menu that is open. */
export function isTyping({ target }: Event): boolean {
  return (
    (target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null) ||
    document.querySelector('dialog[open], :popover-open') !== null
  )
}

/** Whether an event is a single key, which is a shortcut unless letters are switched off or somebody is typing. */
export function isShortcut(event: KeyboardEvent): boolean {
  const isLetter = event.key.length === 1
  return !(isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || (isLetter && !areLettersOn.value))
}

/** What single keys do on a page, such as `a` or `Escape`. */
export function useKeys(keys: Record<string, (() => void) | undefined>): void {
  const current = useRef(keys)
  current.current = keys
  // At once: who sees the page may press a key.
  useLayoutEffect(() => {
    let isPair = false
    const onKey = (event: KeyboardEvent) => {
      // The second letter after `g` leads to a page.
      const isSecond = isPair
      isPair = event.key === 'g'
      const press = isShortcut(event) && !isSecond ? current.current[event.key] : undefined
      if (!press) return
      event.preventDefault()
      press()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

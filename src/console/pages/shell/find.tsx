import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Icon } from '../parts/icon.tsx'
import { isShortcut } from '../parts/use-keys.ts'
import { en } from '../texts/en.ts'

/** Loaded when it is opened for the first time. */
const Palette = lazy(async () => (await import('../data/pages.ts')).Palette)

const isOpen = signal(false)

/** The key beside K, as the keyboard has it. */
export const CONTROL = /^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** The palette, which Ctrl K or ⌘ K opens from everywhere except from another dialog, and `/` where nobody is typing. */
export function Find() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPair =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isPair && !(event.key === '/' && isShortcut(event))) return
      // Some browsers would go to their own field.
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) isOpen.value = true
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <ErrorBoundary>
      {isOpen.value && (
        <Palette
          onClose={() => {
            isOpen.value = false
          }}
        />
      )}
    </ErrorBoundary>
  )
}

/** Opens the palette without a keyboard, and names its key. */
export function FindButton({ onClick }: { onClick?: () => void }) {
  return (
    <button
      type="button"
      onClick={() => {
        onClick?.()
        isOpen.value = true
      }}
    >
      <Icon name="search" />
      <span>{en.menu.find}</span>
      <span class="menu-keys" aria-hidden="true">
        <kbd>{CONTROL}</kbd>
        <kbd>K</kbd>
      </span>
    </button>
  )
}

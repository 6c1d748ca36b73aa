import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** The mark of storewire, as on the icon of the page. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path d="M6 12l4 10 6-12 6 12 4-10" />
    </svg>
  )
}

/** The frame of what people see before they are in: the mark, and a card. */
export function Door({ title, children }: { title: string; children: ComponentChildren }) {
  useLayoutEffect(() => {
    document.title = `${title} · storewire`
  }, [title])
  return (
    <main class="door">
      <p class="door-mark">
        <Mark />
        storewire
      </p>
      <div class="card stack">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}

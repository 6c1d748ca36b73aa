import type { ComponentChildren } from 'preact'

/** What a list says while it has nothing: why, and what would fill it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  )
}

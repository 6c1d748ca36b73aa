import { type ComponentChildren, createContext } from 'preact'

/** Whether fields are shown as text, for people who may not change them. */
export const ReadOnly = createContext(false)

/** A value as text, with its label. */
export function Shown({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <p class="shown">
      <span class="quiet">{label}</span>
      <span>{children}</span>
    </p>
  )
}

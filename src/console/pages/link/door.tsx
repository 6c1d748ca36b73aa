import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { SignInAgain } from '../sign-in/again.tsx'

/** The frame of what people see before they are in. */
export function Door({ title, children }: { title: string; children: ComponentChildren }) {
  useLayoutEffect(() => {
    document.title = `${title} · storewire`
  }, [title])
  return (
    <main class="door">
      <h1>{title}</h1>
      {children}
      <SignInAgain />
    </main>
  )
}

import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { pageTitle } from '../waiting.ts'
import { Command } from './command.tsx'

interface PageProps {
  title: string
  /** What the page does, as a command. */
  command?: string
  actions?: ComponentChildren
  children: ComponentChildren
}

/** The frame of a page: its title, which gets the focus when the page opens, and what it does. */
export function Page({ title, command, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    pageTitle.value = title
  }, [title])
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <div class="page-actions">
          {actions}
          {command && <Command>{command}</Command>}
        </div>
      </header>
      {children}
    </>
  )
}

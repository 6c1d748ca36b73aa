import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { session } from '../session.ts'
import { en } from '../texts/en.ts'
import { pageTitle } from '../waiting.ts'
import { Command } from './copy.tsx'
import { foreign } from './values.tsx'

interface PageProps {
  title: string
  /** What the page does, as a command. */
  command?: string
  /** The facts of what the page is about, beside its title. */
  about?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}

/** The frame of a page: its title, which gets the focus when the page opens, and what it does. */
export function Page({ title: given, command, about, actions, children }: PageProps) {
  // It may have the name of a customer or a product.
  const title = foreign(given)
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
        {about && <div class="page-about">{about}</div>}
        {/* On a phone the menu, which says it elsewhere, is closed. */}
        {session.value?.workspace.test && <span class="badge only-in-bar">{en.menu.test}</span>}
        <div class="page-actions">
          {actions}
          {command && <Command>{command}</Command>}
        </div>
      </header>
      {children}
    </>
  )
}

interface Tab {
  href: string
  title: string
  count?: number
  isCurrent: boolean
}

/** Views of one page as links, so that each has an address. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const place = useRef<HTMLElement>(null)
  const current = tabs.find(({ isCurrent }) => isCurrent)?.href
  // On a phone not all tabs are seen.
  useLayoutEffect(() => {
    place.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav class="tabs" aria-label={label} ref={place}>
      {tabs.map(({ href, title, count, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {title}
          {count !== undefined && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  )
}

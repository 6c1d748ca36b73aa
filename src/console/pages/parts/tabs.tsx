export interface Tab {
  href: string
  title: string
  count?: number
  isCurrent: boolean
}

/** Views of one page as links, so that each has an address. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ href, title, count, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {title}
          {count !== undefined && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  )
}

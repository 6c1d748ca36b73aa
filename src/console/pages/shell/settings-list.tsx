import { useLayoutEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { at, base } from '../base.ts'
import { entryOf, SETTINGS, settings } from '../menu.ts'
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { en } from '../texts/en.ts'

/** The settings; on a wide screen the first of them, with the list at its side. */
export function SettingsPage() {
  const { route } = useLocation()
  const [first] = settings
  useLayoutEffect(() => {
    if (first && matchMedia('(min-width: 1001px)').matches) route(at(first.path), true)
  }, [])
  return (
    <Page title={en.menu.settings}>
      <List />
    </Page>
  )
}

/** The list of settings at the side of each of them; on a narrow screen the way back to the page that has the list. */
export function SettingsList() {
  const shown = useShown()
  if (!shown || !settings.includes(shown)) return null
  return (
    <nav class="settings" aria-label={en.menu.settings}>
      <a class="settings-back" href={at(SETTINGS)}>
        <Icon name="back" />
        {en.menu.settings}
      </a>
      <List />
    </nav>
  )
}

function List() {
  const shown = useShown()
  return (
    <ul class="settings-list">
      {settings
        .filter((entry) => entry.isShown())
        .map((entry) => (
          <li key={entry.path}>
            <a href={at(entry.path)} aria-current={entry === shown ? 'page' : undefined}>
              <Icon name={entry.icon} />
              <span>{entry.title}</span>
            </a>
          </li>
        ))}
    </ul>
  )
}

const useShown = () => entryOf(useLocation().path.slice(base.length))

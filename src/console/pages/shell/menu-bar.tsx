import { useId } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { at, base } from '../base.ts'
import { entryOf, type MenuEntry, menu, SETTINGS, settings } from '../menu.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Mark } from '../parts/door.tsx'
import { Icon } from '../parts/icon.tsx'
import { session } from '../session.ts'
import { en } from '../texts/en.ts'
import { countText } from '../waiting.ts'
import { FindButton } from './find.tsx'
import { PersonMenu, WorkspaceChoice } from './workspace-menu.tsx'

/** The menu: beside the page on a wide screen; on a phone a bar at the bottom, with the rest behind "More". */
export function MenuBar() {
  const [rest, workspace] = [useId(), useId()]
  const closing = (id: string) => () => document.getElementById(id)?.hidePopover()
  const close = closing(rest)
  const [first, ...others] = menu
  return (
    <nav class="menu" aria-label={en.menu.main}>
      <button type="button" class="menu-head" popovertarget={workspace}>
        <Mark />
        <span class="workspace">
          <span>{session.value?.workspace.name}</span>
          {session.value?.workspace.test && <span class="badge below">{en.menu.test}</span>}
        </span>
        <Icon name="down" />
      </button>
      <div id={workspace} popover class="menu-panel">
        <WorkspaceChoice onDone={closing(workspace)} />
        <PersonMenu onDone={closing(workspace)} />
      </div>
      <div class="not-in-bar">
        <FindButton />
      </div>
      <ul class="menu-first">
        <Entries entries={first.entries} />
        <li class="only-in-bar">
          <button type="button" popovertarget={rest}>
            <Icon name="more" />
            <span>{en.menu.more}</span>
          </button>
        </li>
      </ul>
      {others.map(({ title, entries }) => (
        <Group key={title} title={title} entries={entries} />
      ))}
      <a class="menu-foot" href={at('/account')}>
        <Avatar name={session.value?.member.name ?? null} isSmall />
        <span>{session.value?.member.name}</span>
      </a>
      <div id={rest} popover class="menu-panel menu-rest">
        <FindButton onClick={close} />
        {others.map(({ title, entries }) => (
          <Group key={title} title={title} entries={entries} onClick={close} />
        ))}
        <WorkspaceChoice onDone={close} />
        <PersonMenu onDone={close} />
      </div>
    </nav>
  )
}

interface EntriesProps {
  entries: MenuEntry[]
  onClick?: () => void
}

function Group({ title, ...rest }: EntriesProps & { title: string | undefined }) {
  const id = useId()
  return (
    <div class="menu-group">
      {title && <p id={id}>{title}</p>}
      <ul aria-labelledby={title && id}>
        <Entries {...rest} />
      </ul>
    </div>
  )
}

function Entries({ entries, onClick }: EntriesProps) {
  return entries
    .filter((entry) => entry.isShown())
    .map((entry) => (
      <li key={entry.path}>
        <MenuLink entry={entry} {...(onClick ? { onClick } : {})} />
      </li>
    ))
}

function MenuLink({ entry, onClick }: { entry: MenuEntry; onClick?: () => void }) {
  const { path, title, icon, waiting } = entry
  const waits = countText(waiting?.() ?? 0)
  const shown = entryOf(useLocation().path.slice(base.length) || '/')
  const isCurrent = shown === entry || (path === SETTINGS && shown !== undefined && settings.includes(shown))
  return (
    <a href={at(path)} aria-current={isCurrent ? 'page' : undefined} {...(onClick ? { onClick } : {})}>
      <Icon name={icon} />
      <span>{title}</span>
      {waits && (
        <span class="menu-count">
          <span aria-hidden="true">{waits}</span>
          <span class="hidden">{en.menu.waiting(waits)}</span>
        </span>
      )}
    </a>
  )
}

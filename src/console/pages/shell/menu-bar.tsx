import { useId } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { at } from '../base.ts'
import { IN_BAR, type MenuEntry, menu } from '../menu.ts'
import { Icon } from '../parts/icon.tsx'
import { chooseWorkspace, session, signOut } from '../session.ts'
import { en } from '../texts/en.ts'
import { countText } from '../waiting.ts'
import { FindButton } from './find.tsx'

/** The menu: beside the page on a wide screen; on a phone a bar at the bottom, with the rest behind "More". */
export function MenuBar() {
  const shown = menu.filter((entry) => entry.isShown())
  const rest = useId()
  return (
    <nav class="menu" aria-label={en.menu.main}>
      <div class="menu-head">
        <WorkspaceChoice />
      </div>
      <div class="not-in-bar">
        <FindButton />
      </div>
      <ul>
        {shown.map((entry, index) => (
          <li key={entry.path} class={index < IN_BAR ? undefined : 'not-in-bar'}>
            <MenuLink entry={entry} />
          </li>
        ))}
        <li class="only-in-bar">
          <button type="button" popovertarget={rest}>
            <Icon name="more" />
            <span>{en.menu.more}</span>
          </button>
        </li>
      </ul>
      <div class="menu-foot">
        <p>{session.value?.member.name}</p>
        <SignOut />
      </div>
      <div id={rest} popover class="menu-rest">
        <WorkspaceChoice />
        <ul>
          <li>
            <FindButton onClick={() => document.getElementById(rest)?.hidePopover()} />
          </li>
          {shown.slice(IN_BAR).map((entry) => (
            <li key={entry.path}>
              <MenuLink entry={entry} onClick={() => document.getElementById(rest)?.hidePopover()} />
            </li>
          ))}
          <li>
            <SignOut />
          </li>
        </ul>
      </div>
    </nav>
  )
}

function MenuLink({ entry: { path, title, icon, waiting }, onClick }: { entry: MenuEntry; onClick?: () => void }) {
  const { path: current } = useLocation()
  const address = at(path)
  const waits = countText(waiting?.() ?? 0)
  const isCurrent = path === '/' ? current === address : current === address || current.startsWith(`${address}/`)
  return (
    <a href={address} aria-current={isCurrent ? 'page' : undefined} {...(onClick ? { onClick } : {})}>
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

function SignOut() {
  return (
    <button type="button" class="menu-button" onClick={signOut}>
      <Icon name="out" />
      <span>{en.menu.signOut}</span>
    </button>
  )
}

/** The workspace that the person works in; a choice where there are several. */
function WorkspaceChoice() {
  const { route } = useLocation()
  if (!session.value) return null
  const { workspace, workspaces } = session.value
  if (workspaces.length < 2) return <p class="workspace">{workspace.name}</p>
  return (
    <select
      class="workspace"
      aria-label={en.menu.workspace}
      value={workspace.id}
      onChange={async (event) => {
        await chooseWorkspace(event.currentTarget.value)
        // What the page shows belongs to the other workspace.
        route(at('/'))
      }}
    >
      {workspaces.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

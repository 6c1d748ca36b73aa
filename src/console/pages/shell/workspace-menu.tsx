import { useLocation } from 'preact-iso/router'
import { at } from '../base.ts'
import { mayLeave } from '../leaving.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Icon } from '../parts/icon.tsx'
import { chooseWorkspace, session, signOut } from '../session.ts'
import { en } from '../texts/en.ts'

/** The workspaces of the person. Nothing is drawn where there is one alone. */
export function WorkspaceChoice({ onDone }: { onDone: () => void }) {
  const { route } = useLocation()
  if (!session.value) return null
  const { workspace, workspaces } = session.value
  if (workspaces.length < 2) return null
  return (
    <ul aria-label={en.menu.workspace}>
      {workspaces.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={id === workspace.id}
            onClick={() => {
              onDone()
              mayLeave(async () => {
                // What the page shows belongs to the other workspace.
                if (await chooseWorkspace(id)) route(at('/'))
              })
            }}
          >
            <span>{name}</span>
            {id === workspace.id && <Icon name="check" />}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Who is signed in, their account, and the way out. */
export function PersonMenu({ onDone }: { onDone: () => void }) {
  return (
    <ul class="menu-person">
      <li>
        <a href={at('/account')} onClick={onDone}>
          <Avatar name={session.value?.member.name ?? null} isSmall />
          <span>
            {en.menu.account}
            <span class="hint below">{session.value?.member.name}</span>
          </span>
        </a>
      </li>
      <li>
        <button type="button" onClick={() => mayLeave(signOut)}>
          <Icon name="out" />
          <span>{en.menu.signOut}</span>
        </button>
      </li>
    </ul>
  )
}

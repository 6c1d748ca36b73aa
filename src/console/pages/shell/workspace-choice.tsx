import { useLocation } from 'preact-iso/router'
import { at } from '../base.ts'
import { chooseWorkspace, session } from '../session.ts'
import { en } from '../texts/en.ts'

/** The workspace that the person works in; a choice where there are several. */
export function WorkspaceChoice() {
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

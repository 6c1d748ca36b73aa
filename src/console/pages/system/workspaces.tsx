import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { SystemView } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { foreign } from '../parts/values.tsx'
import { loadSession, session } from '../session.ts'
import { system as t } from '../texts/en/system.ts'

type Workspace = SystemView['workspaces'][number]

/** Every workspace of the installation, and the switch of its test mode. */
export function Workspaces({ workspaces, onChange }: Pick<SystemView, 'workspaces'> & { onChange: () => void }) {
  const [changing, setChanging] = useState<Workspace>()
  return (
    <section class="section stack">
      <h2>{t.workspaces}</h2>
      <Table
        label={t.workspaces}
        columns={[
          { title: t.workspace, cell: ({ name }: Workspace) => name },
          { title: t.id, cell: ({ id }) => <code>{id}</code> },
          { title: t.plan, cell: ({ plan, test }) => (test ? `${plan}, ${t.isTest}` : plan) },
          {
            title: '',
            cell: (workspace) => (
              <span class="row-actions">
                <Button onClick={() => setChanging(workspace)}>{workspace.test ? t.endTest : t.makeTest}</Button>
              </span>
            ),
          },
        ]}
        rows={workspaces}
        rowKey={({ id }) => id}
      />
      {changing && <TestMode workspace={changing} onDone={onChange} onClose={() => setChanging(undefined)} />}
    </section>
  )
}

interface TestModeProps {
  workspace: Workspace
  onDone: () => void
  onClose: () => void
}

/** Asks before a workspace gets or loses what only tests may do. */
function TestMode({ workspace: { id, name, test }, onDone, onClose }: TestModeProps) {
  const work = useAction(async () => {
    await api.POST('/system/workspaces/{id}/test-mode', { params: { path: { id } }, body: { isOn: !test } })
    // The menu marks test workspaces.
    if (session.value?.workspace.id === id) await loadSession()
    onDone()
    onClose()
  })
  return (
    <ConfirmDialog
      title={t.testTitle(foreign(name), !test)}
      action={test ? t.endTest : t.makeTest}
      work={work}
      onClose={onClose}
    >
      <p>{test ? t.endTestWhy : t.makeTestWhy}</p>
    </ConfirmDialog>
  )
}

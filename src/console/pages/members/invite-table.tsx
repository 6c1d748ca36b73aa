import { api } from '../api.ts'
import type { Invite } from '../api-types.ts'
import { Moment } from '../parts/moment.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { toast } from '../parts/toast.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'

const { members: t } = en

export function InviteTable({ invites, onChange }: { invites: Invite[]; onChange: () => void }) {
  const revoke = useAction(async ({ id, email }: Invite) => {
    await api.POST('/invites/{id}/revoke', { params: { path: { id } }, body: {} })
    toast(t.revokedToast(email))
    onChange()
  })
  const columns: Column<Invite>[] = [
    { title: t.email, cell: ({ email }) => email },
    { title: t.role, cell: ({ role }) => t.roles[role] },
    { title: t.invitedBy, cell: ({ createdBy }) => createdBy },
    { title: t.ends, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
    {
      title: '',
      cell: (invite) => (
        <span class="row-actions">
          <button
            type="button"
            class="button"
            aria-label={t.revokeOf(invite.email)}
            disabled={revoke.isBusy}
            onClick={() => revoke.run(invite)}
          >
            {t.revoke}
          </button>
        </span>
      ),
    },
  ]
  return (
    <section class="stack">
      <h2>{t.invites}</h2>
      <Problem error={revoke.error} />
      <Table label={t.invites} columns={columns} rows={invites} rowKey={({ id }) => id} />
    </section>
  )
}

import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { Invite } from '../api-types.ts'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { MailState } from '../parts/mail-state.tsx'
import { toast } from '../parts/notice.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { Moment } from '../parts/values.tsx'
import { mail as texts } from '../texts/en/mail.ts'
import { members as t } from '../texts/en/members.ts'
import { en } from '../texts/en.ts'

/** Invites whose links still work. */
export function InviteTable({ invites, onChange }: { invites: Invite[]; onChange: () => void }) {
  const [ending, setEnding] = useState<Invite>()
  const columns: Column<Invite>[] = [
    { title: t.email, isWhole: true, cell: ({ email }) => email },
    { title: en.common.role, cell: ({ role }) => en.common.roles[role] },
    { title: t.invitedBy, cell: ({ createdBy }) => createdBy },
    { title: t.ends, cell: ({ expiresAt }) => <Moment at={expiresAt} isPlanned /> },
    ...(invites.some(({ mail }) => mail)
      ? [{ title: texts.title, cell: ({ mail }: Invite) => mail && <MailState mail={mail} /> }]
      : []),
    {
      title: '',
      cell: (invite) => (
        <span class="row-actions">
          <button type="button" class="button" aria-label={t.revokeOf(invite.email)} onClick={() => setEnding(invite)}>
            {t.revoke}
          </button>
        </span>
      ),
    },
  ]
  return (
    <section class="stack">
      <h2>{t.invites}</h2>
      <Table label={t.invites} columns={columns} rows={invites} rowKey={({ id }) => id} />
      {ending && <EndInvite invite={ending} onEnded={onChange} onClose={() => setEnding(undefined)} />}
    </section>
  )
}

interface EndInviteProps {
  invite: Invite
  onEnded: () => void
  onClose: () => void
}

function EndInvite({ invite: { id, email }, onEnded, onClose }: EndInviteProps) {
  const work = useAction(async () => {
    await api.POST('/invites/{id}/revoke', { params: { path: { id } }, body: {} })
    toast(t.revokedToast(email))
    onEnded()
    onClose()
  })
  const action = t.revokeOf(email)
  return (
    <ConfirmDialog title={`${action}?`} action={action} isDanger work={work} onClose={onClose}>
      <p>{t.revokeWhy}</p>
    </ConfirmDialog>
  )
}

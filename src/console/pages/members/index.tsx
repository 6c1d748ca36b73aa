import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { Invite, Member } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { MailState } from '../parts/mail-state.tsx'
import { Loading, Problem, toast } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { decided, useData } from '../parts/use-data.ts'
import { Moment, Status } from '../parts/values.tsx'
import { isOwner, session } from '../session.ts'
import { mail as texts } from '../texts/en/mail.ts'
import { en } from '../texts/en.ts'
import { InviteMember } from './invite-member.tsx'
import { ManageMember } from './manage-member.tsx'

const { members: t } = en

/** Members of the workspace, and open invites. */
export default function Members() {
  const { data, error, reload } = useData(() => read(api.GET('/members')), 'members', [decided('member')])
  const [isInviting, setInviting] = useState(false)
  const [managed, setManaged] = useState<Member>()
  const invite = (
    <Button kind="primary" onClick={() => setInviting(true)}>
      {t.invite}
    </Button>
  )
  return (
    <Page title={t.title} command="storewire members list" actions={invite}>
      <p class="lead">{t.intro}</p>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && (
        <div class="stack">
          <MemberTable members={data.members} onManage={setManaged} />
          {isOwner.value && !data.members.every(mayManage) && <p class="quiet">{t.operatorsOnly}</p>}
          {data.members.length === 1 && data.invites.length === 0 && <p class="quiet">{t.alone}</p>}
          {data.invites.length > 0 && <InviteTable invites={data.invites} onChange={reload} />}
        </div>
      )}
      {isInviting && <InviteMember onInvited={reload} onClose={() => setInviting(false)} />}
      {managed && <ManageMember member={managed} onChange={reload} onClose={() => setManaged(undefined)} />}
    </Page>
  )
}

/** Operators are managed by operators alone. */
function mayManage({ isOperator }: Member): boolean {
  return !isOperator || (session.value?.member.isOperator ?? false)
}

function MemberTable({ members, onManage }: { members: Member[]; onManage: (member: Member) => void }) {
  const columns: Column<Member>[] = [
    { title: t.name, cell: ({ name, isYou }) => (isYou ? `${name} (${t.you})` : name) },
    { title: t.email, cell: ({ email }) => email },
    { title: t.role, cell: ({ role, isOperator }) => (isOperator ? `${t.roles[role]}, ${t.operator}` : t.roles[role]) },
    {
      title: t.secondFactor,
      cell: ({ hasSecondFactor }) => (
        <Status tone={hasSecondFactor ? 'good' : 'quiet'}>{hasSecondFactor ? t.on : t.off}</Status>
      ),
    },
    { title: t.sessions, isNumber: true, cell: ({ sessions }) => sessions },
    { title: t.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : t.never) },
  ]
  if (isOwner.value)
    columns.push({
      title: '',
      cell: (member) =>
        mayManage(member) && (
          <span class="row-actions">
            <button type="button" class="button" aria-label={t.manageOf(member.name)} onClick={() => onManage(member)}>
              {t.manage}
            </button>
          </span>
        ),
    })
  return <Table label={t.title} columns={columns} rows={members} rowKey={({ id }) => id} />
}

function InviteTable({ invites, onChange }: { invites: Invite[]; onChange: () => void }) {
  const [ending, setEnding] = useState<Invite>()
  const columns: Column<Invite>[] = [
    { title: t.email, cell: ({ email }) => email },
    { title: t.role, cell: ({ role }) => t.roles[role] },
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

import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { Member } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ManagersOnly } from '../parts/managers-only.tsx'
import { Loading, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { decided, useData } from '../parts/use-data.ts'
import { Moment, Status } from '../parts/values.tsx'
import { isManager, isOwner, session } from '../session.ts'
import { members as t } from '../texts/en/members.ts'
import { en } from '../texts/en.ts'
import { InviteMember } from './invite-member.tsx'
import { InviteTable } from './invites.tsx'
import { ManageMember } from './manage-member.tsx'

/** Members of the workspace, and open invites. */
export default function Members() {
  return isManager.value ? <Everybody /> : <ManagersOnly title={t.title} />
}

function Everybody() {
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
    {
      title: t.name,
      isWhole: true,
      cell: ({ name, isYou, email }) => (
        <span>
          {isYou ? `${name} (${t.you})` : name} <span class="quiet below">{email}</span>
        </span>
      ),
    },
    {
      title: en.common.role,
      cell: ({ role, isOperator }) => (isOperator ? `${en.common.roles[role]}, ${t.operator}` : en.common.roles[role]),
    },
    {
      title: t.secondFactor,
      cell: ({ hasSecondFactor }) => (
        <Status tone={hasSecondFactor ? 'good' : 'quiet'}>{hasSecondFactor ? t.on : t.off}</Status>
      ),
    },
    {
      title: t.lastUsed,
      cell: ({ lastUsedAt, sessions }) => (
        <span>
          {lastUsedAt ? <Moment at={lastUsedAt} /> : t.never} <span class="quiet below">{t.browsers(sessions)}</span>
        </span>
      ),
    },
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

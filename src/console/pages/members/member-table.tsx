import type { Member } from '../api-types.ts'
import { Moment } from '../parts/moment.tsx'
import { Status } from '../parts/status.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { isOwner } from '../session.ts'
import { en } from '../texts/en.ts'

const { members: t } = en

export function MemberTable({ members, onManage }: { members: Member[]; onManage: (member: Member) => void }) {
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
      cell: (member) => (
        <span class="row-actions">
          <button type="button" class="button" aria-label={t.manageOf(member.name)} onClick={() => onManage(member)}>
            {t.manage}
          </button>
        </span>
      ),
    })
  return <Table label={t.title} columns={columns} rows={members} rowKey={({ id }) => id} />
}

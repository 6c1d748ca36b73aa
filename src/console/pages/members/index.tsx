import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { Member } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { useData } from '../parts/use-data.ts'
import { en } from '../texts/en.ts'
import { InviteMember } from './invite-member.tsx'
import { InviteTable } from './invite-table.tsx'
import { ManageMember } from './manage-member.tsx'
import { MemberTable } from './member-table.tsx'

const { members: t } = en

/** Members of the workspace, and open invites. */
export default function Members() {
  const { data, error, reload } = useData(() => read(api.GET('/members')), 'members')
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
          {data.members.length === 1 && data.invites.length === 0 && <p class="quiet">{t.alone}</p>}
          {data.invites.length > 0 && <InviteTable invites={data.invites} onChange={reload} />}
        </div>
      )}
      {isInviting && <InviteMember onInvited={reload} onClose={() => setInviting(false)} />}
      {managed && <ManageMember member={managed} onChange={reload} onClose={() => setManaged(undefined)} />}
    </Page>
  )
}

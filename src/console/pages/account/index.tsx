import { Page } from '../parts/page.tsx'
import { session } from '../session.ts'
import { en } from '../texts/en.ts'
import { Browsers } from './browsers.tsx'
import { ChangePassword } from './change-password.tsx'
import { Looks } from './looks.tsx'
import { SecondFactor } from './second-factor.tsx'

const { account: t } = en

/** My account: password, second factor, browsers, and how the console looks here. */
export default function Account() {
  if (!session.value) return null
  const { member, role, workspace } = session.value
  return (
    <Page title={t.title} command={`storewire members sessions ${member.email}`}>
      <div class="stack">
        <section class="card">
          <h2>{t.person}</h2>
          <dl class="facts">
            <div>
              <dt>{t.name}</dt>
              <dd>{member.name}</dd>
            </div>
            <div>
              <dt>{t.email}</dt>
              <dd>{member.email}</dd>
            </div>
            <div>
              <dt>{en.members.role}</dt>
              <dd>{`${en.members.roles[role]}, ${workspace.name}`}</dd>
            </div>
          </dl>
        </section>
        <ChangePassword email={member.email} />
        <SecondFactor member={member} />
        <Browsers />
        <Looks />
      </div>
    </Page>
  )
}

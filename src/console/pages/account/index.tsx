import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { Fact } from '../parts/values.tsx'
import { session } from '../session.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { account as t } from '../texts/en/account.ts'
import { en } from '../texts/en.ts'
import { Browsers } from './browsers.tsx'
import { SecondFactor } from './second-factor.tsx'
import { ThisBrowser } from './this-browser.tsx'

/** My account: password, second factor, browsers, and how the console looks here. */
export default function Account() {
  if (!session.value) return null
  const { member, role, workspace } = session.value
  return (
    <SettingsPage title={t.title} command={`storewire members sessions ${member.email}`} mayChange>
      <section class="card">
        <h2>{t.person}</h2>
        <dl class="facts">
          <Fact title={t.name}>{member.name}</Fact>
          <Fact title={t.email}>{member.email}</Fact>
          <Fact title={en.common.role}>{`${en.common.roles[role]}, ${workspace.name}`}</Fact>
        </dl>
      </section>
      <ChangePassword email={member.email} />
      <SecondFactor member={member} />
      <Browsers />
      <ThisBrowser />
    </SettingsPage>
  )
}

function ChangePassword({ email }: { email: string }) {
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const work = useAction(async () => {
    session.value = await read(api.POST('/me/password', { body: { password, newPassword } }))
    setPassword('')
    setNewPassword('')
    toast(t.changed)
  })
  return (
    <section class="card">
      <h2>{t.password}</h2>
      <ActionForm work={work} label={t.change} kind="plain" isNarrow>
        {/* Password managers need the name that the password belongs to. */}
        <input
          class="hidden"
          type="email"
          autocomplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextField
          label={t.current}
          type="password"
          autoComplete="current-password"
          value={password}
          onInput={setPassword}
          required
        />
        <TextField
          label={t.chosen}
          hint={t.chosenHint}
          type="password"
          autoComplete="new-password"
          value={newPassword}
          onInput={setNewPassword}
          required
        />
      </ActionForm>
    </section>
  )
}

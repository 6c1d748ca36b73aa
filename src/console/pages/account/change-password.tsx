import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { ActionForm } from '../parts/action-form.tsx'
import { TextField } from '../parts/field.tsx'
import { toast } from '../parts/toast.tsx'
import { useAction } from '../parts/use-action.ts'
import { session } from '../session.ts'
import { en } from '../texts/en.ts'

const { account: t } = en

export function ChangePassword({ email }: { email: string }) {
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

import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { Link } from '../api-types.ts'
import { leaveLink } from '../one-time-link.ts'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { session } from '../session.ts'
import { SignInForm } from '../sign-in/form.tsx'
import { en } from '../texts/en.ts'
import { NewPassword, weakPassword } from './new-password.tsx'

const { link: t } = en

/** Somebody sets a new password, which ends all their sessions, and signs in with it. */
export function Reset({ link, token }: { link: Link; token: string }) {
  const email = link.email ?? ''
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const work = useAction(async () => {
    await api.POST('/resets/redeem', { body: { token, password } })
    // It ended the session of this browser, too, if it was theirs.
    if (session.value?.member.email === email) session.value = null
    setDone(true)
  })
  const weak = weakPassword(work.error)
  if (isDone)
    return (
      <>
        <Notice tone="good">{t.passwordSet}</Notice>
        <SignInForm
          email={email}
          onDone={(signedIn) => {
            session.value = signedIn
            leaveLink()
          }}
        />
      </>
    )
  return (
    <>
      <p>{t.resetIntro(link.name ?? email)}</p>
      <ActionForm work={work} label={t.setPassword} problem={weak === undefined ? work.error : null}>
        <TextField label={t.email} value={email} onInput={() => {}} autoComplete="username" disabled />
        <NewPassword label={t.newPassword} value={password} onInput={setPassword} error={weak} autoFocus />
      </ActionForm>
    </>
  )
}

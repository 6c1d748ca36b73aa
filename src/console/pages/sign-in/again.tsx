import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { asked } from '../interruptions.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { useAction } from '../parts/use-action.ts'
import { session } from '../session.ts'
import { en } from '../texts/en.ts'
import { SignInForm } from './form.tsx'

const { signIn: t } = en

/** The dialog over the page that a call waits for: sign in again, or type the password. The page below stays as it is. */
export function SignInAgain() {
  const waiting = asked.value
  if (!waiting) return null
  const { kind, answer } = waiting
  if (kind === 'password') return <PasswordDialog answer={answer} />
  return (
    <Dialog
      title={t.over}
      onClose={() => {
        answer(false)
        session.value = null
      }}
    >
      <p>{t.overWhy}</p>
      <SignInForm
        email={session.value?.member.email ?? ''}
        onDone={(signedIn) => {
          session.value = signedIn
          answer(true)
        }}
      />
    </Dialog>
  )
}

function PasswordDialog({ answer }: { answer: (isDone: boolean) => void }) {
  const [password, setPassword] = useState('')
  const work = useAction(async () => {
    session.value = await read(api.POST('/confirm', { body: { password } }))
    answer(true)
  })
  return (
    <Dialog title={t.confirmTitle} onClose={() => answer(false)}>
      <ActionForm work={work} label={t.confirm} onCancel={() => answer(false)}>
        <p>{t.confirmWhy}</p>
        <TextField
          label={t.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onInput={setPassword}
          required
          autoFocus
        />
      </ActionForm>
    </Dialog>
  )
}

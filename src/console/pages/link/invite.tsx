import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { Link, Session } from '../api-types.ts'
import { leaveLink } from '../one-time-link.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { session, signOut } from '../session.ts'
import { SignInForm } from '../sign-in/form.tsx'
import { en } from '../texts/en.ts'
import { NewPassword, useEntry, weakPassword } from './new-password.tsx'

const { link: t } = en

/** Somebody joins a workspace: with a new account, or with the one that they have. */
export function Invite({ link, token }: { link: Link; token: string }) {
  const email = link.email ?? ''
  const me = session.value
  return (
    <>
      <p>{t.inviteIntro(email, t.roles[link.role ?? 'agent'])}</p>
      {me && me.member.email !== email ? (
        <OtherPerson email={me.member.email} />
      ) : link.isMember ? (
        <Join email={email} token={token} me={me} />
      ) : (
        <Accept email={email} token={token} />
      )}
    </>
  )
}

function Accept({ email, token }: { email: string; token: string }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const work = useEntry(() => read(api.POST('/invites/accept', { body: { token, name, password } })))
  const weak = weakPassword(work.error)
  return (
    <ActionForm work={work} label={t.join} problem={weak === undefined ? work.error : null}>
      <TextField label={t.email} value={email} onInput={() => {}} autoComplete="username" disabled />
      <TextField label={t.name} value={name} onInput={setName} autoComplete="name" maxLength={255} required autoFocus />
      <NewPassword value={password} onInput={setPassword} error={weak} />
    </ActionForm>
  )
}

/** Who has an account signs in with it, and then joins. */
function Join({ email, token, me }: { email: string; token: string; me: Session | null | undefined }) {
  const work = useEntry(() => read(api.POST('/invites/join', { body: { token } })))
  if (!me)
    return (
      <>
        <p>{t.signInToJoin}</p>
        <SignInForm
          email={email}
          onDone={(signedIn) => {
            session.value = signedIn
            void work.run()
          }}
        />
        <Problem error={work.error} />
      </>
    )
  return <ActionForm work={work} label={t.join} autoFocus />
}

function OtherPerson({ email }: { email: string }) {
  const work = useAction(signOut)
  return (
    <div class="form">
      <Notice>{t.otherPerson(email)}</Notice>
      <Problem error={work.error} />
      <div class="page-actions">
        <Button kind="primary" isBusy={work.isBusy} onClick={work.run}>
          {en.menu.signOut}
        </Button>
        <button type="button" class="button" onClick={leaveLink}>
          {t.stay}
        </button>
      </div>
    </div>
  )
}

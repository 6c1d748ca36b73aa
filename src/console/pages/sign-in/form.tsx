import { useState } from 'preact/hooks'
import lazy from 'preact-iso/lazy'
import { ApiError, api, read } from '../api.ts'
import type { Session } from '../api-types.ts'
import { base } from '../base.ts'
import { CommandBlock } from '../parts/copy.tsx'
import { Door } from '../parts/door.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { foreign } from '../parts/values.tsx'
import { session } from '../session.ts'
import { en } from '../texts/en.ts'

const { signIn: t } = en
const Forgotten = lazy(async () => (await import('../home/pages.ts')).Forgotten)

/** Name and password, and then the code of the second factor where there is one. */
export function SignInForm({ email: known = '', onDone }: { email?: string; onDone: (session: Session) => void }) {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const work = useAction(async () => {
    const body = { email, password, ...(needsCode ? { code } : {}) }
    const session = await read(api.POST('/sign-in', { body })).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.reason === 'code_needed') || needsCode) throw error
      setNeedsCode(true)
    })
    if (session) onDone(session)
  })
  return (
    <ActionForm work={work} label={t.submit} action={base}>
      <TextField
        label={t.email}
        type="email"
        autoComplete="username"
        value={email}
        onInput={setEmail}
        required
        autoFocus={known === ''}
      />
      <TextField
        label={t.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onInput={setPassword}
        required
        autoFocus={known !== ''}
      />
      {needsCode && (
        <TextField
          label={t.code}
          hint={t.codeHint}
          autoComplete="one-time-code"
          value={code}
          onInput={setCode}
          required
          autoFocus
        />
      )}
    </ActionForm>
  )
}

/** What somebody sees who is not signed in. */
export function SignInPage() {
  const { data: state, error, reload } = useData(() => read(api.GET('/state')), 'state')
  const [hasForgotten, setForgotten] = useState(false)
  if (!state)
    return (
      error && (
        <Door title={t.title}>
          <Problem error={error} onRetry={reload} />
        </Door>
      )
    )
  return (
    <Door title={state.hasOwner ? t.titleOf(foreign(state.shop ?? state.title)) : t.noOwner}>
      {state.readable && <Notice tone="bad">{en.common.readable}</Notice>}
      {state.hasOwner ? (
        <>
          {hasForgotten ? (
            <Forgotten onBack={() => setForgotten(false)} />
          ) : (
            <SignInForm onDone={(signedIn) => (session.value = signedIn)} />
          )}
          {!hasForgotten && <Lost canReset={state.canReset} onForgotten={() => setForgotten(true)} />}
        </>
      ) : (
        <>
          <p>{en.link.what}</p>
          <p>{t.noOwnerHelp}</p>
          <CommandBlock>{t.noOwnerCommand}</CommandBlock>
        </>
      )}
    </Door>
  )
}

/** The way to a new password: by mail where the server sends it. */
function Lost({ canReset, onForgotten }: { canReset: boolean; onForgotten: () => void }) {
  if (canReset)
    return (
      <p>
        <button type="button" class="button plain" onClick={onForgotten}>
          {t.forgotten}
        </button>
      </p>
    )
  return (
    <details>
      <summary>{t.lost}</summary>
      <p>{t.lostHelp}</p>
      <CommandBlock>{t.lostCommand}</CommandBlock>
    </details>
  )
}

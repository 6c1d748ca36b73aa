import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, api, read } from '../api.ts'
import type { Session } from '../api-types.ts'
import { base } from '../base.ts'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'

const { signIn: t } = en

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
  const codePlace = useRef<HTMLDivElement>(null)
  // A browser gives a page's focus by `autofocus` only once.
  useEffect(() => codePlace.current?.querySelector('input')?.focus(), [needsCode])
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
        <div ref={codePlace}>
          <TextField
            label={t.code}
            hint={t.codeHint}
            autoComplete="one-time-code"
            value={code}
            onInput={setCode}
            required
          />
        </div>
      )}
    </ActionForm>
  )
}

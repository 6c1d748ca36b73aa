import { useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import type { Session } from '../api-types.ts'
import { leaveLink } from '../one-time-link.ts'
import { Check, TextField } from '../parts/field.tsx'
import { type Action, useAction } from '../parts/use-action.ts'
import { session } from '../session.ts'
import { en } from '../texts/en.ts'

const { common: t } = en

/** What the server asks for at least; it also refuses common ones. */
const LEAST = 12

interface NewPasswordProps {
  label?: string
  value: string
  onInput: (value: string) => void
  /** Why the server refused it. */
  error?: string | undefined
  autoFocus?: boolean
}

/** A password that is chosen now. It can be shown, so it need not be typed twice. */
export function NewPassword({ label = t.password, error, ...rest }: NewPasswordProps) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <TextField
        {...rest}
        label={label}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        hint={t.passwordHint(LEAST)}
        error={error}
        minLength={LEAST}
        maxLength={1_000}
        required
      />
      <Check label={t.showPassword} isOn={isShown} onChange={setShown} />
    </>
  )
}

/** Why the server refused a new password; undefined if something else is wrong, or nothing. */
export function weakPassword(error: ApiError | null): string | undefined {
  return error?.reason === 'weak_password' ? error.message : undefined
}

/** Uses a link up, and lets its person in. */
export function useEntry(enter: () => Promise<Session>): Action<[]> {
  return useAction(async () => {
    session.value = await enter()
    leaveLink()
  })
}

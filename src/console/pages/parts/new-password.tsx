import { useState } from 'preact/hooks'
import { en } from '../texts/en.ts'
import { Check } from './check.tsx'
import { TextField } from './field.tsx'

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

import type { ComponentChildren } from 'preact'
import { useContext, useId } from 'preact/hooks'
import { en } from '../texts/en.ts'
import { ReadOnly, Shown } from './read-only.tsx'

interface FieldProps {
  label: string
  hint?: ComponentChildren
  error?: string | undefined
  /** The value as text, for those who may not change it. */
  text?: string
  /** The input, with the ids that tie label, hint and error to it. */
  children: (ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }) => ComponentChildren
}

/** An input with its label, what to type, and what is wrong with it. */
export function Field({ label, hint, error, text, children }: FieldProps) {
  const id = useId()
  if (useContext(ReadOnly)) return <Shown label={label}>{text || en.common.none}</Shown>
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error !== undefined })}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps {
  label: string
  hint?: ComponentChildren
  error?: string | undefined
  /** What is wrong with the value as it is typed: until then the form is not sent. */
  invalid?: string | undefined
  value: string
  onInput: (value: string) => void
  type?: 'text' | 'email' | 'password' | 'url' | 'number'
  autoComplete?: string
  required?: boolean
  inputMode?: 'numeric' | 'decimal' | 'text'
  minLength?: number
  maxLength?: number
  autoFocus?: boolean
  disabled?: boolean
  min?: number
  max?: number
  pattern?: string
}

/** A line of text. All its types take the same attributes, which the types of Preact don't know of a union. */
export function TextField({
  label,
  hint,
  invalid,
  error = invalid,
  value,
  onInput,
  type = 'text',
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} text={value}>
      {(ids) => (
        <input
          {...ids}
          {...rest}
          ref={(input) => input?.setCustomValidity(invalid ?? '')}
          type={type as 'text'}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface ChoiceFieldProps<Value extends string> {
  label: string
  hint?: string
  error?: string | undefined
  value: Value
  /** What is shown of each value. */
  options: Partial<Record<Value, string>>
  /** What is shown of the empty value, if it can be chosen. */
  none?: string
  onChange: (value: Value) => void
}

/** One of some values. */
export function ChoiceField<Value extends string>({
  label,
  hint,
  error,
  value,
  options,
  none,
  onChange,
}: ChoiceFieldProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error} text={options[value] ?? none ?? ''}>
      {(ids) => (
        <select {...ids} value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
          {none && <option value="">{none}</option>}
          {Object.entries<string | undefined>(options).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface CheckProps {
  label: string
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A box to tick, with its text. */
export function Check({ label, hint, isOn, onChange }: CheckProps) {
  if (useContext(ReadOnly)) return <Shown label={label}>{isOn ? en.common.yes : en.common.no}</Shown>
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {label}
        {hint && <span class="hint">{` ${hint}`}</span>}
      </span>
    </label>
  )
}

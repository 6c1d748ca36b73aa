import { TextField } from './field.tsx'

interface NumberFieldProps<Value extends number | null> {
  label: string
  hint?: string
  error?: string | undefined
  /** NaN while the field is empty. */
  value: Value
  /** What an empty field means; without it the field must be filled in. */
  empty?: Value
  min?: number
  max?: number
  onInput: (value: Value | number) => void
}

/** A whole number. */
export function NumberField<Value extends number | null>({ value, empty, onInput, ...rest }: NumberFieldProps<Value>) {
  return (
    <TextField
      {...rest}
      type="number"
      value={value === null || Number.isNaN(value) ? '' : String(value)}
      required={empty === undefined}
      onInput={(typed) => onInput(typed === '' ? (empty ?? Number.NaN) : Number(typed))}
    />
  )
}

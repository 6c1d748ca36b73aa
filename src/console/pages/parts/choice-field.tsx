import { Field } from './field.tsx'

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
    <Field label={label} hint={hint} error={error}>
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

import { Field } from '../parts/field.tsx'

interface ChoiceProps {
  label: string
  hint?: string | undefined
  value: string
  /** What is chosen, with its text. */
  options: Record<string, string>
  onChoose: (value: string) => void
}

/** One of several values. */
export function Choice({ label, hint, value, options, onChoose }: ChoiceProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <select {...ids} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
          {Object.entries(options).map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

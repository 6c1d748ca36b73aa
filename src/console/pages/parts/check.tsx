interface CheckProps {
  label: string
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A box to tick, with its text. */
export function Check({ label, hint, isOn, onChange }: CheckProps) {
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

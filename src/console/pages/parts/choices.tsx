import type { ComponentChildren } from 'preact'
import { useContext, useId } from 'preact/hooks'
import { ReadOnly, Shown } from './read-only.tsx'

interface ChoicesProps<Value extends string> {
  legend: string
  /** Whether a heading shows the legend already. */
  hasHeading?: boolean
  value: Value
  values: readonly Value[]
  titles: Partial<Record<Value, string>>
  help: Record<Value, ComponentChildren>
  disabled?: boolean
  onChange: (value: Value) => void
}

/** One of a few values, each shown with what it means. */
export function Choices<Value extends string>({
  legend,
  hasHeading,
  value,
  values,
  titles,
  help,
  disabled,
  onChange,
}: ChoicesProps<Value>) {
  const name = useId()
  if (useContext(ReadOnly)) return <Shown label={legend}>{titles[value]}</Shown>
  return (
    <fieldset class="choices" disabled={disabled}>
      <legend class={hasHeading ? 'hidden' : undefined}>{legend}</legend>
      {values.map((one) => (
        <label key={one} class="choice">
          <input type="radio" name={name} checked={value === one} onChange={() => onChange(one)} />
          <span>
            {titles[one]}
            <span class="hint">{help[one]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

import { useContext } from 'preact/hooks'
import { Check } from './field.tsx'
import { ReadOnly, Shown } from './read-only.tsx'

interface CheckListProps<Value extends string> {
  legend: string
  hint?: string
  /** What is shown of each value. */
  titles: Record<Value, string>
  values: Value[]
  onChange: (values: Value[]) => void
}

/** Any of some values. */
export function CheckList<Value extends string>({ legend, hint, titles, values, onChange }: CheckListProps<Value>) {
  const all = Object.keys(titles) as Value[]
  if (useContext(ReadOnly)) return <Shown label={legend}>{values.map((one) => titles[one]).join(', ')}</Shown>
  return (
    <fieldset>
      <legend>{legend}</legend>
      {all.map((one) => (
        <Check
          key={one}
          label={titles[one]}
          isOn={values.includes(one)}
          onChange={(isOn) => onChange(isOn ? [...values, one] : values.filter((other) => other !== one))}
        />
      ))}
      {hint && <p class="hint">{hint}</p>}
    </fieldset>
  )
}

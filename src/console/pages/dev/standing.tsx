import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { callDev } from './call.ts'

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

interface StandingProps {
  /** What is in force, one line each. */
  lines: string[]
  none: string
  /** The address that ends all of them, and what the button says. */
  path: string
  end: string
  onEnded: () => void
}

/** What was ordered and is in force, and the end of it. */
export function Standing({ lines, none, path, end, onEnded }: StandingProps) {
  const work = useAction(async () => {
    await callDev('DELETE', path)
    onEnded()
  })
  if (lines.length === 0) return <p>{none}</p>
  return (
    <>
      <ul class="rows">
        {lines.map((line, index) => (
          <li key={`${index} ${line}`}>
            <code>{line}</code>
          </li>
        ))}
      </ul>
      <Problem error={work.error} />
      <Button isBusy={work.isBusy} onClick={work.run}>
        {end}
      </Button>
    </>
  )
}

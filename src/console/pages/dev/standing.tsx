import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { useAction } from '../parts/use-action.ts'
import { callDev } from './call.ts'

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

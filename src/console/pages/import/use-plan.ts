import { useEffect, useRef, useState } from 'preact/hooks'
import type { RowReader } from '../../../rows/reader.ts'
import type { ImportFields } from '../api-types.ts'
import { type Action, useAction } from '../parts/use-action.ts'
import { type Checked, checkFirst, readPlanned } from './check.ts'
import type { Look } from './look.ts'
import { type Plan, planFor } from './plan.ts'
import { withGuesses } from './questions.tsx'
import type { Type } from './send.ts'

interface PlanInWork {
  plan: Plan
  /** What the server thinks of the first rows; undefined until they are checked. */
  checked: Checked | undefined
  /** Why the file can't be read. */
  problem: string
  check: Action<[]>
  change(next: Plan): void
  /** For objects without a time, in epoch milliseconds. */
  importedAt: number
}

/** How a file is read, while somebody decides about it. What is known without people is checked at once. */
export function usePlan(look: Look, fields: Record<Type, ImportFields>): PlanInWork {
  const { file, table } = look
  const [plan, setPlan] = useState(() => planFor(look, fields))
  const [checked, setChecked] = useState<Checked>()
  const [problem, setProblem] = useState('')
  const [importedAt] = useState(Date.now)
  const latest = useRef(plan)
  // What somebody changes meanwhile is checked right after.
  const check = useAction(async () => {
    let reader: RowReader | undefined
    for (let current: Plan | undefined; current !== latest.current; ) {
      const isSameReading = current !== undefined && isReadAlike(current, latest.current)
      current = latest.current
      const known = isSameReading
        ? reader
        : checked?.plan && isReadAlike(checked.plan, current)
          ? checked.reader
          : undefined
      const found = known ?? (await readPlanned(file, current, fields[current.type].fields))
      if (typeof found === 'string') {
        setProblem(found)
        continue
      }
      reader = found
      const answered = { ...current, answers: withGuesses(found.survey.asks, current.answers) }
      const result = await checkFirst(found, answered, importedAt)
      if (current !== latest.current) continue
      setChecked(result)
      setPlan(answered)
      latest.current = answered
      current = answered
    }
  })
  const change = (next: Plan) => {
    setPlan(next)
    latest.current = next
    setProblem('')
    if (!isReadAlike(next, plan)) setChecked(undefined)
    // What somebody matches is read when they are done.
    if (!table || next.from !== undefined || (checked && isReadAlike(next, plan))) void check.run()
  }
  useEffect(() => {
    if (!table || plan.from !== undefined) void check.run()
  }, [])
  return { plan, checked, problem, check, change, importedAt }
}

/** Whether two plans differ in nothing but the answers, so that the file need not be read again. */
function isReadAlike(one: Plan, other: Plan): boolean {
  return JSON.stringify({ ...one, answers: {} }) === JSON.stringify({ ...other, answers: {} })
}

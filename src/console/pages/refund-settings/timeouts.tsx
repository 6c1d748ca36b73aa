import { useState } from 'preact/hooks'
import { ActionForm } from '../parts/action-form.tsx'
import { TextField } from '../parts/field.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'
import type { PartProps } from './saving.ts'

const { refundSettings: t } = en
const fields = [
  ['customerTimeoutMinutes', t.customerTimeout],
  ['approvalTimeoutHours', t.approvalTimeout],
  ['pendingTimeoutDays', t.pendingTimeout],
] as const

/** How long a refund waits for each of those who decide or report. */
export function Timeouts({ settings, save }: PartProps) {
  const { customerTimeoutMinutes, approvalTimeoutHours, pendingTimeoutDays } = settings
  const [values, setValues] = useState({ customerTimeoutMinutes, approvalTimeoutHours, pendingTimeoutDays })
  const work = useAction(() => save(values))
  return (
    <section class="card">
      <h2>{t.timeouts}</h2>
      <ActionForm work={work} label={en.common.save} kind="plain">
        <div class="fields">
          {fields.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              type="number"
              value={String(values[name])}
              onInput={(value) => setValues({ ...values, [name]: Number(value) })}
              error={work.error?.issue(name)}
              required
            />
          ))}
        </div>
      </ActionForm>
    </section>
  )
}

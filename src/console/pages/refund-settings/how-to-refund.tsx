import { useState } from 'preact/hooks'
import { Choices } from '../parts/choices.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'
import type { PartProps } from './saving.ts'

const { refundSettings: t } = en
const modes = ['execute', 'request'] as const

/** What the endpoint does, and whether refunds are on at all. Each choice is saved at once. */
export function HowToRefund({ settings: { mode, enabled }, save }: PartProps) {
  const work = useAction(save)
  return (
    <section class="card stack">
      <h2>{t.how}</h2>
      <Choices
        legend={t.how}
        hasHeading
        value={mode}
        values={modes}
        titles={t.modes}
        help={t.modeHelp}
        disabled={work.isBusy}
        onChange={(one) => work.run({ mode: one })}
      />
      <label class="choice">
        <input
          type="checkbox"
          checked={enabled}
          disabled={work.isBusy}
          onChange={(event) => {
            // The box shows what is stored, also where the change is refused.
            event.currentTarget.checked = enabled
            void work.run({ enabled: !enabled })
          }}
        />
        <span>
          {t.enabled}
          <span class="hint">{t.enabledHint}</span>
        </span>
      </label>
      <Problem error={work.error} />
    </section>
  )
}

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

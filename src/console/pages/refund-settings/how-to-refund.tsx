import { useState } from 'preact/hooks'
import { Choices } from '../parts/choices.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'
import { countText, waiting } from '../waiting.ts'
import type { PartProps } from './saving.ts'

const { refundSettings: t } = en
const modes = ['execute', 'request'] as const

/** What the endpoint does, and whether refunds are on at all. Each choice is saved at once, but for the one that cancels refunds. */
export function HowToRefund({ settings: { mode, enabled }, save }: PartProps) {
  const work = useAction(save)
  const [asksOff, setAsksOff] = useState(false)
  const off = useAction(async () => {
    await save({ enabled: false })
    setAsksOff(false)
  })
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
            if (enabled) setAsksOff(true)
            else void work.run({ enabled: true })
          }}
        />
        <span>
          {t.enabled}
          <span class="hint">{t.enabledHint}</span>
        </span>
      </label>
      <Problem error={work.error} />
      {asksOff && (
        <ConfirmDialog title={t.offTitle} action={t.off} isDanger work={off} onClose={() => setAsksOff(false)}>
          <p>{t.offWhy(countText(waiting.value.refunds))}</p>
        </ConfirmDialog>
      )}
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

import { Choices } from '../parts/choices.tsx'
import { Check } from '../parts/field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { en } from '../texts/en.ts'
import type { PartProps } from './part-props.ts'

const { refundSettings: t } = en
const modes = ['execute', 'request'] as const

/** What the endpoint does, and whether refunds are on at all. */
export function HowToRefund({ settings: { value, change } }: PartProps) {
  return (
    <section class="card stack">
      <h2>{t.how}</h2>
      <Choices
        legend={t.how}
        hasHeading
        value={value.mode}
        values={modes}
        titles={t.modes}
        help={t.modeHelp}
        onChange={(mode) => change({ mode })}
      />
      <Check label={t.enabled} hint={t.enabledHint} isOn={value.enabled} onChange={(enabled) => change({ enabled })} />
    </section>
  )
}

const fields = [
  ['customerTimeoutMinutes', t.customerTimeout],
  ['approvalTimeoutHours', t.approvalTimeout],
  ['pendingTimeoutDays', t.pendingTimeout],
] as const

/** How long a refund waits for each of those who decide or report. */
export function Timeouts({ settings: { value, change, issue } }: PartProps) {
  return (
    <section class="card">
      <h2>{t.timeouts}</h2>
      <div class="fields">
        {fields.map(([name, label]) => (
          <NumberField
            key={name}
            label={label}
            value={value[name]}
            min={1}
            onInput={(typed) => change({ [name]: typed })}
            error={issue(name)}
          />
        ))}
      </div>
    </section>
  )
}

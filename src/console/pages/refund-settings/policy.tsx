import { useState } from 'preact/hooks'
import { minorDigits } from '../../../lib/amounts.ts'
import { type ReasonKind, reasonKinds } from '../../../refunds/reasons.ts'
import { Field, TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { useAction } from '../parts/use-action.ts'
import { amountText, minorUnits } from '../parts/values.tsx'
import { en } from '../texts/en.ts'
import { PolicySentence } from './policy-sentence.tsx'
import type { PartProps } from './saving.ts'

const { refundSettings: t } = en
const IS_CURRENCY = /^[A-Z]{3}$/

/** The limit and the trust of each reason, with a sentence that says what they come to. */
export function Policy({ settings, save }: PartProps) {
  const { autoLimit, limitCurrency } = settings
  const [currency, setCurrency] = useState(limitCurrency ?? 'EUR')
  const [limit, setLimit] = useState(() => (autoLimit == null ? '' : typed(autoLimit, limitCurrency ?? 'EUR')))
  const [rungs, setRungs] = useState(settings.rungs)
  const [periods, setPeriods] = useState(settings.returnPeriodDays)
  const [assumed, setAssumed] = useState(settings.assumeDeliveredAfterDays ?? null)
  const isCurrency = IS_CURRENCY.test(currency)
  const amount = limit.trim() === '' || !isCurrency ? null : minorUnits(limit, currency)
  const work = useAction(() =>
    save({
      autoLimit: amount ?? null,
      limitCurrency: amount == null ? null : currency,
      rungs,
      returnPeriodDays: periods,
      assumeDeliveredAfterDays: assumed,
    }),
  )
  return (
    <section class="card">
      <h2>{t.policy}</h2>
      <p class="quiet">{t.policyWhy}</p>
      <ActionForm work={work} label={en.common.save} disabled={amount === undefined}>
        <div class="fields">
          <TextField
            label={t.limit}
            hint={t.limitHint}
            inputMode="decimal"
            value={limit}
            onInput={setLimit}
            error={amount === undefined ? t.notAnAmount : work.error?.issue('autoLimit')}
          />
          <TextField
            label={t.currency}
            value={currency}
            onInput={(value) => setCurrency(value.toUpperCase())}
            error={work.error?.issue('limitCurrency')}
            maxLength={3}
          />
        </div>
        {reasonKinds.map((kind: ReasonKind) => (
          <ReasonRow
            key={kind}
            kind={kind}
            rung={rungs[kind]}
            days={periods[kind] ?? null}
            onRung={(rung) => setRungs({ ...rungs, [kind]: rung })}
            onDays={(days) => setPeriods({ ...periods, [kind]: days })}
          />
        ))}
        <fieldset class="fields">
          <legend>{t.withoutParcels}</legend>
          <TextField
            label={t.assumeDelivered}
            hint={t.assumeDeliveredHint}
            type="number"
            value={assumed === null ? '' : String(assumed)}
            onInput={(value) => setAssumed(value === '' ? null : Number(value))}
            error={work.error?.issue('assumeDeliveredAfterDays')}
          />
        </fieldset>
        {isCurrency && amount !== undefined && (
          <PolicySentence
            settings={{ frozen: settings.frozen, autoLimit: amount, limitCurrency: currency, rungs }}
            amountText={(minor) => amountText(minor, currency)}
          />
        )}
      </ActionForm>
    </section>
  )
}

/** An amount as somebody would type it. */
function typed(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  return (minor / 10 ** digits).toFixed(digits)
}

interface ReasonRowProps {
  kind: ReasonKind
  rung: number
  /** Null: without an end. */
  days: number | null
  onRung: (rung: number) => void
  onDays: (days: number | null) => void
}

/** How far refunds with one reason are trusted, and how long they may be offered. */
function ReasonRow({ kind, rung, days, onRung, onDays }: ReasonRowProps) {
  return (
    <fieldset class="fields">
      <legend>{t.kinds[kind]}</legend>
      <Field label={t.trust}>
        {(ids) => (
          <select {...ids} value={rung} onChange={(event) => onRung(Number(event.currentTarget.value))}>
            {t.trustLevels.map((label, level) => (
              <option key={label} value={level}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={t.period}
        hint={t.periodHint}
        type="number"
        value={days === null ? '' : String(days)}
        onInput={(value) => onDays(value === '' ? null : Number(value))}
      />
    </fieldset>
  )
}

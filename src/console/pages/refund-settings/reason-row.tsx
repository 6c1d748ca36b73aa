import type { ReasonKind } from '../../../refunds/reasons.ts'
import { Field, TextField } from '../parts/field.tsx'
import { en } from '../texts/en.ts'

const { refundSettings: t } = en

interface ReasonRowProps {
  kind: ReasonKind
  rung: number
  /** Null: without an end. */
  days: number | null
  onRung: (rung: number) => void
  onDays: (days: number | null) => void
}

/** How far refunds with one reason are trusted, and how long they may be offered. */
export function ReasonRow({ kind, rung, days, onRung, onDays }: ReasonRowProps) {
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

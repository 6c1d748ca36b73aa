import { isAutomaticLevel } from '../../../refunds/policy.ts'
import { type ReasonKind, reasonKinds } from '../../../refunds/reasons.ts'
import { ChoiceField, TextField } from '../parts/field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { en } from '../texts/en.ts'
import { limitOf, type PartProps } from './part-props.ts'
import { PolicySentence } from './policy-sentence.tsx'

const { refundSettings: t } = en
const CURRENCY = '[A-Z]{3}'
/** The trust levels of the two choices. The API has more, which mean the same. */
const LEVELS = { agent: 0, automatic: 4 }

/** The limit, who decides for each reason, and a sentence that says what both come to. */
export function Policy({ settings: { value, change, issue } }: PartProps) {
  const { limit, currency, rungs, returnPeriodDays, frozen } = value
  const isCurrency = new RegExp(`^${CURRENCY}$`).test(currency)
  const amount = isCurrency ? limitOf(value) : null
  return (
    <section class="card form">
      <h2>{t.policy}</h2>
      <p class="quiet">{t.policyWhy}</p>
      <div class="fields">
        <TextField
          label={t.limit}
          hint={t.limitHint}
          inputMode="decimal"
          value={limit}
          onInput={(typed) => change({ limit: typed })}
          invalid={amount === undefined ? t.notAnAmount : undefined}
          error={issue('autoLimit')}
        />
        <TextField
          label={t.currency}
          value={currency}
          onInput={(typed) => change({ currency: typed.toUpperCase() })}
          error={issue('limitCurrency')}
          pattern={CURRENCY}
          maxLength={3}
          required={limit !== ''}
        />
      </div>
      {reasonKinds.map((kind: ReasonKind) => (
        <fieldset class="fields" key={kind}>
          <legend>{t.kinds[kind]}</legend>
          <ChoiceField
            label={t.decides}
            value={isAutomaticLevel(rungs[kind]) ? 'automatic' : 'agent'}
            options={t.deciders}
            onChange={(decider) => change({ rungs: { [kind]: LEVELS[decider] } })}
          />
          <NumberField
            label={t.period}
            hint={t.periodHint}
            value={returnPeriodDays[kind] ?? null}
            empty={null}
            min={0}
            onInput={(days) => change({ returnPeriodDays: { [kind]: days } })}
          />
        </fieldset>
      ))}
      <fieldset class="fields">
        <legend>{t.withoutParcels}</legend>
        <NumberField
          label={t.assumeDelivered}
          hint={t.assumeDeliveredHint}
          value={value.assumeDeliveredAfterDays ?? null}
          empty={null}
          min={1}
          onInput={(days) => change({ assumeDeliveredAfterDays: days })}
          error={issue('assumeDeliveredAfterDays')}
        />
      </fieldset>
      {amount !== undefined && <PolicySentence frozen={frozen} limit={amount} currency={currency} rungs={rungs} />}
    </section>
  )
}

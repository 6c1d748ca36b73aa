import { Check } from '../parts/check.tsx'
import { ChoiceField } from '../parts/choice-field.tsx'
import { TextField } from '../parts/field.tsx'
import { assistantSettings as t } from '../texts/en/assistant-settings.ts'
import type { PartProps } from './settings-form.tsx'

type NumberName = 'lowStock' | 'staleAfterHours' | 'keepTurnsDays' | 'keepToolCallsDays'

/** The settings for what the assistant says about orders and stock, and for how long its reasons are stored. */
export function Facts({ draft, change, issue }: PartProps) {
  const number = (name: NumberName) => (
    <TextField
      label={t[name]}
      type="number"
      value={String(draft[name])}
      onInput={(value) => change({ [name]: Number(value) })}
      error={issue(name)}
      required
    />
  )
  return (
    <>
      <section class="card">
        <h2>{t.orders}</h2>
        <div class="form narrow">
          <ChoiceField
            label={t.guestOrders}
            value={draft.guestOrders}
            options={t.guests}
            onChange={(guestOrders) => change({ guestOrders })}
          />
          {number('lowStock')}
          <Check label={t.exactStock} isOn={draft.exactStock} onChange={(exactStock) => change({ exactStock })} />
          {number('staleAfterHours')}
        </div>
      </section>
      <section class="card">
        <h2>{t.kept}</h2>
        <div class="form narrow">
          {number('keepTurnsDays')}
          {number('keepToolCallsDays')}
        </div>
      </section>
    </>
  )
}

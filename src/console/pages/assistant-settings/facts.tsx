import { Check } from '../parts/check.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { assistantSettings as t } from '../texts/en/assistant-settings.ts'
import type { PartProps } from './settings-form.tsx'

type Guests = keyof typeof t.guests
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
          <Field label={t.guestOrders}>
            {(ids) => (
              <select
                {...ids}
                value={draft.guestOrders}
                onChange={(event) => change({ guestOrders: event.currentTarget.value as Guests })}
              >
                {Object.entries(t.guests).map(([name, title]) => (
                  <option key={name} value={name}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
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

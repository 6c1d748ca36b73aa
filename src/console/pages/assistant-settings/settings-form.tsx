import { api, read } from '../api.ts'
import type { AssistantSettings } from '../api-types.ts'
import { Check, ChoiceField } from '../parts/field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { SettingsForm } from '../settings/settings-page.tsx'
import { useSettings } from '../settings/use-settings.ts'
import { assistantSettings as t } from '../texts/en/assistant-settings.ts'
import { About, Custom } from './about.tsx'
import { Hours } from './hours.tsx'
import type { PartProps } from './part-props.ts'

interface AssistantFormProps {
  stored: AssistantSettings
  onSaved: (saved: AssistantSettings) => void
}

/** Everything about the assistant but its model. */
export function AssistantForm({ stored, onSaved }: AssistantFormProps) {
  const settings = useSettings(stored, async (body) =>
    onSaved(await read(api.POST('/settings/assistant', { body: withoutEmptyLines(body) }))),
  )
  const part = { settings }
  return (
    <SettingsForm settings={settings}>
      <section class="card">
        <Check label={t.enabled} isOn={settings.value.enabled} onChange={(enabled) => settings.change({ enabled })} />
      </section>
      <About {...part} />
      <Facts {...part} />
      <Custom {...part} />
      <Hours {...part} />
    </SettingsForm>
  )
}

/** Empty lines stay while somebody types. */
function withoutEmptyLines({ visibleCustom, ...others }: Partial<AssistantSettings>): Partial<AssistantSettings> {
  if (!visibleCustom) return others
  const all = { ...visibleCustom }
  for (const type of Object.keys(all) as (keyof typeof all)[])
    all[type] = all[type].map((name) => name.trim()).filter((name) => name !== '')
  return { ...others, visibleCustom: all }
}

type NumberName = 'lowStock' | 'staleAfterHours' | 'keepTurnsDays' | 'keepToolCallsDays'

/** The settings for what the assistant says about orders and stock, and for how long its reasons are stored. */
function Facts({ settings: { value, change, issue } }: PartProps) {
  const number = (name: NumberName) => (
    <NumberField
      label={t[name]}
      value={value[name]}
      onInput={(typed) => change({ [name]: typed })}
      error={issue(name)}
    />
  )
  return (
    <>
      <section class="card">
        <h2>{t.orders}</h2>
        <div class="form narrow">
          <ChoiceField
            label={t.guestOrders}
            value={value.guestOrders}
            options={t.guests}
            onChange={(guestOrders) => change({ guestOrders })}
          />
          {number('lowStock')}
          <Check label={t.exactStock} isOn={value.exactStock} onChange={(exactStock) => change({ exactStock })} />
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

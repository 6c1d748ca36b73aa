import { api, read } from '../api.ts'
import type { AssistantModel, ModelSettings } from '../api-types.ts'
import { Check, ChoiceField, TextField } from '../parts/field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { SettingsForm } from '../settings/settings-page.tsx'
import { useSettings } from '../settings/use-settings.ts'
import { assistantSettings } from '../texts/en/assistant-settings.ts'

const { model: t } = assistantSettings

const FIRST = {
  baseUrl: '',
  model: '',
  use: 'understand',
  shareTickets: false,
  callsPerDay: 2_000,
  tokensPerDay: 2_000_000,
} as const satisfies Partial<ModelSettings>

interface ModelFormProps {
  stored: ModelSettings | null
  onSaved: (saved: AssistantModel) => void
}

/** The settings of the model. Its key is only written: an empty field leaves it as it is. */
export function ModelForm({ stored, onSaved }: ModelFormProps) {
  const { apiKeyEnding, ...known } = { ...FIRST, ...stored }
  const settings = useSettings({ ...known, apiKey: '', noKey: false }, async (changed, value) => {
    // Of the first model all is sent.
    const { apiKey, noKey, ...others } = stored ? changed : value
    const key = noKey ? { apiKey: null } : apiKey ? { apiKey } : {}
    onSaved(await read(api.POST('/assistant-model', { body: { ...others, ...key } })))
  })
  const { value, change } = settings
  return (
    <SettingsForm settings={settings}>
      <div class="form narrow">
        <TextField
          label={t.baseUrl}
          hint={t.baseUrlHint}
          type="url"
          value={value.baseUrl}
          onInput={(baseUrl) => change({ baseUrl })}
          required
        />
        <TextField label={t.name} value={value.model} onInput={(model) => change({ model })} required />
        <TextField
          label={t.key}
          hint={apiKeyEnding == null ? t.noKey : t.keyIs(apiKeyEnding)}
          type="password"
          autoComplete="off"
          value={value.apiKey}
          onInput={(apiKey) => change({ apiKey })}
          disabled={value.noKey}
        />
        {apiKeyEnding != null && (
          <Check label={t.removeKey} isOn={value.noKey} onChange={(noKey) => change({ noKey })} />
        )}
        <ChoiceField label={t.use} value={value.use} options={t.uses} onChange={(use) => change({ use })} />
        <Check label={t.shareTickets} isOn={value.shareTickets} onChange={(shareTickets) => change({ shareTickets })} />
        {(['callsPerDay', 'tokensPerDay'] as const).map((name) => (
          <NumberField
            key={name}
            label={t[name]}
            value={value[name]}
            min={1}
            onInput={(typed) => change({ [name]: typed })}
          />
        ))}
      </div>
    </SettingsForm>
  )
}

import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { AssistantModel, ModelSettings } from '../api-types.ts'
import { Check, ChoiceField, TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useDraft } from '../parts/use-draft.ts'
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
  settings: ModelSettings | null
  onSaved: (saved: AssistantModel) => void
}

/** The settings of the model. Its key is only written: an empty field leaves it as it is. */
export function ModelForm({ settings, onSaved }: ModelFormProps) {
  const [draft, setDraft] = useDraft({ ...FIRST, ...settings })
  const [apiKey, setApiKey] = useState('')
  const [noKey, setNoKey] = useState(false)
  const change = (part: Partial<ModelSettings>) => setDraft({ ...draft, ...part })
  const work = useAction(async () => {
    const { baseUrl, model, use, shareTickets, callsPerDay, tokensPerDay } = draft
    const key = noKey ? { apiKey: null } : apiKey === '' ? {} : { apiKey }
    const body = { baseUrl, model, use, shareTickets, callsPerDay, tokensPerDay, ...key }
    onSaved(await read(api.POST('/assistant-model', { body })))
    setDraft(undefined)
    setApiKey('')
    setNoKey(false)
    toast(t.saved)
  })
  const number = (name: 'callsPerDay' | 'tokensPerDay') => (
    <TextField
      label={t[name]}
      type="number"
      value={String(draft[name])}
      onInput={(value) => change({ [name]: Number(value) })}
      required
    />
  )
  const ending = settings?.apiKeyEnding
  return (
    <ActionForm work={work} label={t.save} isNarrow>
      <TextField
        label={t.baseUrl}
        hint={t.baseUrlHint}
        type="url"
        value={draft.baseUrl}
        onInput={(baseUrl) => change({ baseUrl })}
        required
      />
      <TextField label={t.name} value={draft.model} onInput={(model) => change({ model })} required />
      <TextField
        label={t.key}
        hint={ending == null ? t.noKey : t.keyIs(ending)}
        type="password"
        autoComplete="off"
        value={apiKey}
        onInput={setApiKey}
        disabled={noKey}
      />
      {ending != null && <Check label={t.removeKey} isOn={noKey} onChange={setNoKey} />}
      <ChoiceField label={t.use} value={draft.use} options={t.uses} onChange={(use) => change({ use })} />
      <Check label={t.shareTickets} isOn={draft.shareTickets} onChange={(shareTickets) => change({ shareTickets })} />
      {number('callsPerDay')}
      {number('tokensPerDay')}
    </ActionForm>
  )
}

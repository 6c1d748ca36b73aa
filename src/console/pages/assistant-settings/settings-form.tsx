import { api, read } from '../api.ts'
import type { AssistantSettings } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Check, ChoiceField, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useDraft } from '../parts/use-draft.ts'
import { isManager } from '../session.ts'
import { assistantSettings as t } from '../texts/en/assistant-settings.ts'
import { About, Custom } from './about.tsx'
import { Hours } from './hours.tsx'
import type { PartProps } from './part-props.ts'

interface SettingsFormProps {
  settings: AssistantSettings
  onSaved: (saved: AssistantSettings) => void
}

/** All settings in one form: what is wrong with one of them is beside it. */
export function SettingsForm({ settings, onSaved }: SettingsFormProps) {
  const [draft, setDraft] = useDraft(settings)
  const work = useAction(async () => {
    const visibleCustom = { ...draft.visibleCustom }
    for (const type of Object.keys(visibleCustom) as (keyof typeof visibleCustom)[])
      visibleCustom[type] = visibleCustom[type].map((name) => name.trim()).filter((name) => name !== '')
    const saved = await read(api.POST('/settings/assistant', { body: { ...draft, visibleCustom } }))
    onSaved(saved)
    setDraft(undefined)
    toast(t.saved)
  })
  const part: PartProps = {
    draft,
    change: (changed) => setDraft({ ...draft, ...changed }),
    issue: (field) => work.error?.issue(field),
  }
  return (
    <Form onSubmit={work.run}>
      <fieldset class="stack" disabled={!isManager.value}>
        <section class="card">
          <Check label={t.enabled} isOn={draft.enabled} onChange={(enabled) => part.change({ enabled })} />
        </section>
        <About {...part} />
        <Facts {...part} />
        <Custom {...part} />
        <Hours {...part} />
        <Problem error={work.error} />
        <Button type="submit" kind="primary" isBusy={work.isBusy} disabled={draft === settings}>
          {t.save}
        </Button>
      </fieldset>
    </Form>
  )
}

type NumberName = 'lowStock' | 'staleAfterHours' | 'keepTurnsDays' | 'keepToolCallsDays'

/** The settings for what the assistant says about orders and stock, and for how long its reasons are stored. */
function Facts({ draft, change, issue }: PartProps) {
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

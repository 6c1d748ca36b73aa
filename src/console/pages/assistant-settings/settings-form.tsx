import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { AssistantSettings } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Check } from '../parts/check.tsx'
import { Form } from '../parts/form.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { useAction } from '../parts/use-action.ts'
import { isManager } from '../session.ts'
import { assistantSettings as t } from '../texts/en/assistant-settings.ts'
import { About } from './about.tsx'
import { Custom } from './custom.tsx'
import { Facts } from './facts.tsx'
import { Hours } from './hours.tsx'

/** What every part of the form gets. */
export interface PartProps {
  draft: AssistantSettings
  change: (part: Partial<AssistantSettings>) => void
  issue: (field: string) => string | undefined
}

interface SettingsFormProps {
  settings: AssistantSettings
  onSaved: (saved: AssistantSettings) => void
}

/** All settings in one form: what is wrong with one of them is beside it. */
export function SettingsForm({ settings, onSaved }: SettingsFormProps) {
  const [draft, setDraft] = useState(settings)
  const work = useAction(async () => {
    const visibleCustom = { ...draft.visibleCustom }
    for (const type of Object.keys(visibleCustom) as (keyof typeof visibleCustom)[])
      visibleCustom[type] = visibleCustom[type].map((name) => name.trim()).filter((name) => name !== '')
    const saved = await read(api.POST('/settings/assistant', { body: { ...draft, visibleCustom } }))
    setDraft(saved)
    onSaved(saved)
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

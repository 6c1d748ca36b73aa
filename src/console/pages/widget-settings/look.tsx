import { useState } from 'preact/hooks'
import { contrastOf, textOn } from '../../../widget/pages/panel/contrast.ts'
import { api, read } from '../api.ts'
import type { WidgetSettings, WidgetTexts } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Check } from '../parts/check.tsx'
import { Field } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { useAction } from '../parts/use-action.ts'
import { isManager } from '../session.ts'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'
import { OwnTexts } from './own-texts.tsx'
import { Preview } from './preview.tsx'
import style from './style.module.css'

type Language = WidgetSettings['languages'][number]
const languages = Object.keys(t.names) as Language[]
const sides = ['left', 'right'] as const

interface LookProps {
  settings: WidgetSettings
  originals: WidgetTexts
  onSaved: (saved: WidgetSettings) => void
}

/** How the chat window looks and what it says; the preview shows what is not saved yet. */
export function Look({ settings, originals, onSaved }: LookProps) {
  const [draft, setDraft] = useState(settings)
  const change = (part: Partial<WidgetSettings>) => setDraft({ ...draft, ...part })
  const work = useAction(async () => {
    onSaved(await read(api.POST('/settings/widget', { body: draft })))
    toast(t.saved)
  })
  const toggle = (language: Language) =>
    change({
      languages: draft.languages.includes(language)
        ? draft.languages.filter((one) => one !== language)
        : [...draft.languages, language],
    })
  return (
    <section class="card">
      <h2>{t.look}</h2>
      <div class={style.columns}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void work.run()
          }}
        >
          <fieldset class="form" disabled={!isManager.value}>
            <Field label={t.color} hint={t.colorHint(contrastOf(draft.color, textOn(draft.color)).toFixed(1))}>
              {(ids) => (
                <input
                  {...ids}
                  class={style.color}
                  type="color"
                  value={draft.color}
                  onInput={(event) => change({ color: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field label={t.position}>
              {(ids) => (
                <select
                  {...ids}
                  value={draft.position}
                  onChange={(event) => change({ position: event.currentTarget.value as 'left' | 'right' })}
                >
                  {sides.map((side) => (
                    <option key={side} value={side}>
                      {t.positions[side]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <fieldset>
              <legend>{t.languages}</legend>
              {languages.map((language) => (
                <Check
                  key={language}
                  label={t.names[language]}
                  isOn={draft.languages.includes(language)}
                  onChange={() => toggle(language)}
                />
              ))}
              <p class="hint">{t.languagesHint}</p>
            </fieldset>
            <OwnTexts texts={draft.texts} originals={originals} onChange={(texts) => change({ texts })} />
            <Problem error={work.error} />
            <Button type="submit" kind="primary" isBusy={work.isBusy} disabled={draft === settings}>
              {t.save}
            </Button>
          </fieldset>
        </form>
        <Preview settings={draft} originals={originals} />
      </div>
    </section>
  )
}

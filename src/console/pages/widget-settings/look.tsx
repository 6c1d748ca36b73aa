import { contrastOf, textOn } from '../../../widget/pages/panel/contrast.ts'
import { api, read } from '../api.ts'
import type { WidgetSettings, WidgetTexts } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Check, ChoiceField, Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useDraft } from '../parts/use-draft.ts'
import { Foreign } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'
import { OwnTexts } from './own-texts.tsx'
import style from './style.module.css'

type Language = WidgetSettings['languages'][number]
const languages = Object.keys(t.names) as Language[]

interface LookProps {
  settings: WidgetSettings
  originals: WidgetTexts
  onSaved: (saved: WidgetSettings) => void
}

/** How the chat window looks and what it says; the preview shows what is not saved yet. */
export function Look({ settings, originals, onSaved }: LookProps) {
  const [draft, setDraft] = useDraft(settings)
  const change = (part: Partial<WidgetSettings>) => setDraft({ ...draft, ...part })
  const work = useAction(async () => {
    onSaved(await read(api.POST('/settings/widget', { body: draft })))
    setDraft(undefined)
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
        <Form onSubmit={work.run}>
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
            <ChoiceField
              label={t.position}
              value={draft.position}
              options={t.positions}
              onChange={(position) => change({ position })}
            />
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
        </Form>
        <Preview settings={draft} originals={originals} />
      </div>
    </section>
  )
}

/** A picture of the chat window with settings that are not saved yet, in the first language. */
function Preview({ settings, originals }: { settings: WidgetSettings; originals: WidgetTexts }) {
  const { color, position, languages, texts } = settings
  const language = languages[0] ?? 'en'
  const textOf = (name: 'title' | 'greeting' | 'write') =>
    texts.find((one) => one.language === language && one.name === name)?.text ?? originals[language][name]
  const colors = { background: color, color: textOn(color) }
  return (
    <figure class={style.preview} data-side={position}>
      <figcaption class="quiet">{t.preview}</figcaption>
      <div class={style.panel}>
        <p class={style.head} style={colors}>
          <Foreign>{textOf('title')}</Foreign>
        </p>
        <p class={style.theirs}>
          <Foreign>{textOf('greeting')}</Foreign>
        </p>
        <p class={style.mine} style={colors}>
          {t.previewMessage}
        </p>
        <p class={`${style.write} quiet`}>
          <Foreign>{textOf('write')}</Foreign>
        </p>
      </div>
      <span class={style.launcher} style={colors} aria-hidden="true" />
    </figure>
  )
}

import { contrastOf, textOn } from '../../../widget/pages/panel/contrast.ts'
import { api, read } from '../api.ts'
import type { WidgetSettings, WidgetTexts } from '../api-types.ts'
import { CheckList } from '../parts/check-list.tsx'
import { ChoiceField, Field } from '../parts/field.tsx'
import { Foreign } from '../parts/values.tsx'
import { SettingsForm } from '../settings/settings-page.tsx'
import { useSettings } from '../settings/use-settings.ts'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'
import { OwnTexts } from './own-texts.tsx'
import style from './style.module.css'

interface LookProps {
  stored: WidgetSettings
  originals: WidgetTexts
  onSaved: (saved: WidgetSettings) => void
}

/** How the chat window looks and what it says; the preview shows what is not saved yet. */
export function Look({ stored, originals, onSaved }: LookProps) {
  const settings = useSettings(stored, async (body) =>
    onSaved(await read(api.POST('/settings/widget', { body: withoutBlanks(body) }))),
  )
  const { value, change } = settings
  return (
    <section class="card">
      <h2>{t.look}</h2>
      <div class={style.columns}>
        <SettingsForm settings={settings}>
          <Field
            label={t.color}
            hint={t.colorHint(contrastOf(value.color, textOn(value.color)).toFixed(1))}
            text={value.color}
          >
            {(ids) => (
              <input
                {...ids}
                class={style.color}
                type="color"
                value={value.color}
                onInput={(event) => change({ color: event.currentTarget.value })}
              />
            )}
          </Field>
          <ChoiceField
            label={t.position}
            value={value.position}
            options={t.positions}
            onChange={(position) => change({ position })}
          />
          <CheckList
            legend={t.languages}
            hint={t.languagesHint}
            titles={t.names}
            values={value.languages}
            onChange={(languages) => change({ languages })}
          />
          <OwnTexts texts={value.texts} originals={originals} onChange={(texts) => change({ texts })} />
        </SettingsForm>
        <Preview settings={value} originals={originals} />
      </div>
    </section>
  )
}

/** Without texts of spaces alone, and without those around the others. */
function withoutBlanks({ texts, ...others }: Partial<WidgetSettings>): Partial<WidgetSettings> {
  if (!texts) return others
  const trimmed = texts.map((one) => ({ ...one, text: one.text.trim() }))
  return { ...others, texts: trimmed.filter(({ text }) => text !== '') }
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

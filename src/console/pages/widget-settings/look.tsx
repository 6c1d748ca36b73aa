import type { ComponentProps } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { contrastOf, textOn } from '../../../widget/pages/panel/contrast.ts'
import { api, read } from '../api.ts'
import type { WidgetSettings, WidgetTexts } from '../api-types.ts'
import { CheckList } from '../parts/check-list.tsx'
import { ChoiceField, Field, TextField } from '../parts/field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { SettingsForm } from '../settings/settings-page.tsx'
import { useSettings } from '../settings/use-settings.ts'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'
import type { StoredLogo } from './logo.tsx'
import { OwnTexts } from './own-texts.tsx'
import type { Preview } from './preview.tsx'
import { SomePages } from './some-pages.tsx'
import { Starters } from './starters.tsx'
import style from './style.module.css'

interface LookProps {
  stored: WidgetSettings
  originals: WidgetTexts
  logo: StoredLogo
  /** The publishable key of the chat window; null: no preview. */
  previewKey: string | null
  onSaved: (saved: WidgetSettings) => void
}

/** How the chat window looks and what it says; the preview shows what is not saved yet. */
export function Look({ stored, originals, logo, previewKey, onSaved }: LookProps) {
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
          <TextField
            label={t.name}
            hint={t.nameHint}
            value={value.name}
            maxLength={60}
            onInput={(name) => change({ name })}
          />
          <ChoiceField label={t.theme} value={value.theme} options={t.themes} onChange={(theme) => change({ theme })} />
          <ChoiceField
            label={t.position}
            value={value.position}
            options={t.positions}
            onChange={(position) => change({ position })}
          />
          <Measures value={value} change={change} />
          <Starters
            starters={value.starters}
            languages={value.languages}
            onChange={(starters) => change({ starters })}
          />
          <SomePages hiddenOn={value.hiddenOn} pageGreetings={value.pageGreetings} onChange={change} />
          <CheckList
            legend={t.languages}
            hint={t.languagesHint}
            titles={t.names}
            values={value.languages}
            onChange={(languages) => change({ languages })}
          />
          <OwnTexts texts={value.texts} originals={originals} onChange={(texts) => change({ texts })} />
        </SettingsForm>
        {previewKey ? (
          <PreviewLater settings={value} originals={originals} logo={logo} previewKey={previewKey} />
        ) : (
          <p class="quiet">{t.needsKey}</p>
        )}
      </div>
    </section>
  )
}

type Change = (change: Partial<WidgetSettings>) => void

/** How round the corners are, and how far the launcher is from those of the page. */
function Measures({ value, change }: { value: WidgetSettings; change: Change }) {
  const measures = [
    { name: 'radius', hint: t.radiusHint, max: 24 },
    { name: 'sideSpace', hint: t.pixels, max: 200 },
    { name: 'bottomSpace', hint: t.pixels, max: 200 },
  ] as const
  return measures.map(({ name, hint, max }) => (
    <NumberField
      key={name}
      label={t[name]}
      hint={hint}
      value={value[name]}
      min={0}
      max={max}
      onInput={(pixels) => change({ [name]: pixels })}
    />
  ))
}

/** The preview, which is loaded after the settings: it needs what opens the channel to a panel. */
function PreviewLater(props: ComponentProps<typeof Preview>) {
  const [Loaded, setLoaded] = useState<typeof Preview>()
  useEffect(() => {
    void import('../try/pages.ts').then((found) => setLoaded(() => found.Preview))
  }, [])
  return Loaded ? <Loaded {...props} /> : null
}

/** Without texts and questions of spaces alone, and without the spaces around the others. */
function withoutBlanks({
  texts,
  starters,
  hiddenOn,
  pageGreetings,
  ...others
}: Partial<WidgetSettings>): Partial<WidgetSettings> {
  return {
    ...others,
    ...(texts ? { texts: trimmed(texts) } : {}),
    ...(starters ? { starters: trimmed(starters) } : {}),
    ...(pageGreetings ? { pageGreetings: trimmed(pageGreetings) } : {}),
    ...(hiddenOn ? { hiddenOn: hiddenOn.map((path) => path.trim()).filter(Boolean) } : {}),
  }
}

function trimmed<One extends { text: string }>(given: One[]): One[] {
  return given.map((one) => ({ ...one, text: one.text.trim() })).filter(({ text }) => text !== '')
}

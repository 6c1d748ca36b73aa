import { useContext, useState } from 'preact/hooks'
import type { WidgetSettings, WidgetTexts } from '../api-types.ts'
import { ChoiceField, TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { ReadOnly } from '../parts/read-only.tsx'
import { Foreign } from '../parts/values.tsx'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'
import style from './style.module.css'

type Text = WidgetSettings['texts'][number]
const MOST_CHARACTERS = 500

interface OwnTextsProps {
  texts: Text[]
  originals: WidgetTexts
  onChange: (texts: Text[]) => void
}

/** Texts of the panel that the shop has replaced by its own: one is chosen, and written. */
export function OwnTexts({ texts, originals, onChange }: OwnTextsProps) {
  const [language, setLanguage] = useState<Text['language']>('en')
  const [name, setName] = useState<Text['name']>('greeting')
  const isReadOnly = useContext(ReadOnly)
  const index = texts.findIndex((one) => one.language === language && one.name === name)
  const write = (text: string) => {
    if (text === '') onChange(texts.toSpliced(index, index < 0 ? 0 : 1))
    else onChange(index < 0 ? [...texts, { language, name, text }] : texts.with(index, { language, name, text }))
  }
  if (isReadOnly && texts.length === 0) return null
  return (
    <fieldset class="form">
      <legend>{t.texts}</legend>
      <ul class="rows">
        {texts.map((one) => (
          <li key={`${one.language} ${one.name}`}>
            <span class="quiet">{t.names[one.language]}</span>
            <span class={style.text}>
              <Foreign>{one.text}</Foreign>
            </span>
            {!isReadOnly && (
              <button
                type="button"
                class="copy"
                aria-label={t.removeText(originals[one.language][one.name])}
                onClick={() => onChange(texts.filter((other) => other !== one))}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <div class="fields">
          <ChoiceField label={t.language} value={language} options={t.names} onChange={setLanguage} />
          <ChoiceField label={t.text} value={name} options={originals[language]} onChange={setName} />
          <TextField
            label={t.instead}
            hint={t.textsHint}
            value={texts[index]?.text ?? ''}
            maxLength={MOST_CHARACTERS}
            onInput={write}
          />
        </div>
      )}
    </fieldset>
  )
}

import { useState } from 'preact/hooks'
import type { WidgetSettings, WidgetTexts } from '../api-types.ts'
import { ChoiceField, TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
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

/** Texts of the panel that the shop has replaced by its own. */
export function OwnTexts({ texts, originals, onChange }: OwnTextsProps) {
  const [language, setLanguage] = useState<Text['language']>('en')
  const [name, setName] = useState<Text['name']>('greeting')
  const [text, setText] = useState('')
  const others = (one: Pick<Text, 'language' | 'name'>) =>
    texts.filter((other) => other.language !== one.language || other.name !== one.name)
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
            <button
              type="button"
              class="copy"
              aria-label={t.removeText(originals[one.language][one.name])}
              onClick={() => onChange(others(one))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <div class="fields">
        <ChoiceField label={t.language} value={language} options={t.names} onChange={setLanguage} />
        <ChoiceField label={t.text} value={name} options={originals[language]} onChange={setName} />
        <TextField label={t.instead} hint={t.textsHint} value={text} maxLength={MOST_CHARACTERS} onInput={setText} />
      </div>
      <button
        type="button"
        class="button plain"
        disabled={text.trim() === ''}
        onClick={() => {
          onChange([...others({ language, name }), { language, name, text: text.trim() }])
          setText('')
        }}
      >
        {t.add}
      </button>
    </fieldset>
  )
}

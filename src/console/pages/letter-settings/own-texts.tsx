import { useContext, useState } from 'preact/hooks'
import type { LetterSettings, LetterTexts } from '../api-types.ts'
import { ChoiceField, Field } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { ReadOnly } from '../parts/read-only.tsx'
import { Foreign } from '../parts/values.tsx'
import { letterSettings as t } from '../texts/en/letter-settings.ts'

type Text = LetterSettings['texts'][number]
const MOST_CHARACTERS = 500

interface OwnTextsProps {
  texts: Text[]
  originals: LetterTexts
  onChange: (texts: Text[]) => void
}

/** Texts of mails that the shop has replaced by its own: one is chosen, and written. */
export function OwnTexts({ texts, originals, onChange }: OwnTextsProps) {
  const [language, setLanguage] = useState<Text['language']>('en')
  const [name, setName] = useState<Text['name']>('replyIntro')
  const isReadOnly = useContext(ReadOnly)
  const index = texts.findIndex((one) => one.language === language && one.name === name)
  const write = (text: string) => {
    if (text === '') onChange(texts.toSpliced(index, index < 0 ? 0 : 1))
    else onChange(index < 0 ? [...texts, { language, name, text }] : texts.with(index, { language, name, text }))
  }
  if (isReadOnly && texts.length === 0) return null
  return (
    <section class="card stack">
      <h2>{t.texts}</h2>
      {texts.length > 0 && (
        <ul class="rows">
          {texts.map((one) => (
            <li key={`${one.language} ${one.name}`}>
              <span class="quiet">{t.names[one.language]}</span>
              <span>
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
      )}
      {!isReadOnly && (
        <>
          <ChoiceField label={t.language} value={language} options={t.names} onChange={setLanguage} />
          <ChoiceField label={t.text} value={name} options={originals[language]} onChange={setName} />
          <Field label={t.instead} hint={t.textsHint}>
            {(ids) => (
              <textarea
                {...ids}
                rows={3}
                maxLength={MOST_CHARACTERS}
                value={texts[index]?.text ?? ''}
                placeholder={originals[language][name]}
                onInput={(event) => write(event.currentTarget.value)}
              />
            )}
          </Field>
        </>
      )}
    </section>
  )
}

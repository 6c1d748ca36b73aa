import { useContext } from 'preact/hooks'
import type { WidgetSettings } from '../api-types.ts'
import { Field } from '../parts/field.tsx'
import { ReadOnly } from '../parts/read-only.tsx'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'

interface StartersProps extends Pick<WidgetSettings, 'starters' | 'languages'> {
  onChange: (starters: WidgetSettings['starters']) => void
}

/** The questions of an empty chat, a field for each language that it speaks. */
export function Starters({ starters, languages, onChange }: StartersProps) {
  const isReadOnly = useContext(ReadOnly)
  return (
    <>
      {languages.map((language) => {
        const shown = starters.flatMap((one) => (one.language === language ? one.text : [])).join('\n')
        const change = (text: string) =>
          onChange([
            ...starters.filter((one) => one.language !== language),
            ...(text === '' ? [] : text.split('\n').map((line) => ({ language, text: line }))),
          ])
        return (
          <Field key={language} label={t.starters(t.names[language])} hint={t.startersHint} text={shown || '–'}>
            {(ids) =>
              isReadOnly ? null : (
                <textarea
                  {...ids}
                  rows={Math.max(2, shown.split('\n').length)}
                  lang={language}
                  value={shown}
                  onInput={({ currentTarget }) => change(currentTarget.value)}
                />
              )
            }
          </Field>
        )
      })}
    </>
  )
}

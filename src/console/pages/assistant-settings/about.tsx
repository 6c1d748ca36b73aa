import { Check, ChoiceField, Field, TextField } from '../parts/field.tsx'
import { assistantSettings as t } from '../texts/en/assistant-settings.ts'
import type { PartProps } from './part-props.ts'

type Language = keyof typeof t.names
const languages = Object.keys(t.names) as Language[]

/** The name of the shop, and the languages of the assistant. */
export function About({ draft, change, issue }: PartProps) {
  const toggle = (language: Language) =>
    change({
      languages: draft.languages.includes(language)
        ? draft.languages.filter((one) => one !== language)
        : [...draft.languages, language],
    })
  return (
    <section class="card">
      <h2>{t.about}</h2>
      <div class="form narrow">
        <TextField
          label={t.shopName}
          hint={t.shopNameHint}
          value={draft.shopName ?? ''}
          onInput={(name) => change({ shopName: name || null })}
          error={issue('shopName')}
          maxLength={100}
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
        </fieldset>
        <ChoiceField
          label={t.defaultLanguage}
          error={issue('defaultLanguage')}
          value={draft.defaultLanguage}
          options={t.names}
          onChange={(defaultLanguage) => change({ defaultLanguage })}
        />
      </div>
    </section>
  )
}

const types = ['orders', 'shipments', 'products'] as const

/** The names within `custom` that the assistant sees. Empty lines stay while somebody types. */
export function Custom({ draft: { visibleCustom }, change, issue }: PartProps) {
  return (
    <section class="card">
      <h2>{t.custom}</h2>
      <p>{t.customHelp}</p>
      <div class="fields">
        {types.map((type) => (
          <Field key={type} label={t.customOf[type]} error={issue('visibleCustom')}>
            {(ids) => (
              <textarea
                {...ids}
                value={visibleCustom[type].join('\n')}
                onInput={(event) =>
                  change({ visibleCustom: { ...visibleCustom, [type]: event.currentTarget.value.split('\n') } })
                }
              />
            )}
          </Field>
        ))}
      </div>
    </section>
  )
}

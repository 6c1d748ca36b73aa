import { CheckList } from '../parts/check-list.tsx'
import { ChoiceField, Field, TextField } from '../parts/field.tsx'
import { assistantSettings as t } from '../texts/en/assistant-settings.ts'
import type { PartProps } from './part-props.ts'

/** The name of the shop, and the languages of the assistant. */
export function About({ settings: { value, change, issue } }: PartProps) {
  return (
    <section class="card">
      <h2>{t.about}</h2>
      <div class="form narrow">
        <TextField
          label={t.shopName}
          hint={t.shopNameHint}
          value={value.shopName ?? ''}
          onInput={(name) => change({ shopName: name || null })}
          error={issue('shopName')}
          maxLength={100}
        />
        <CheckList
          legend={t.languages}
          titles={t.names}
          values={value.languages}
          onChange={(languages) => change({ languages })}
        />
        <ChoiceField
          label={t.defaultLanguage}
          error={issue('defaultLanguage')}
          value={value.defaultLanguage}
          options={t.names}
          onChange={(defaultLanguage) => change({ defaultLanguage })}
        />
      </div>
    </section>
  )
}

const types = ['orders', 'shipments', 'products'] as const

/** The names within `custom` that the assistant sees. Empty lines stay while somebody types. */
export function Custom({ settings: { value, change, issue } }: PartProps) {
  const { visibleCustom } = value
  return (
    <section class="card">
      <h2>{t.custom}</h2>
      <p>{t.customHelp}</p>
      <div class="fields">
        {types.map((type) => (
          <Field
            key={type}
            label={t.customOf[type]}
            error={issue('visibleCustom')}
            text={visibleCustom[type].join(', ')}
          >
            {(ids) => (
              <textarea
                {...ids}
                value={visibleCustom[type].join('\n')}
                onInput={(event) => change({ visibleCustom: { [type]: event.currentTarget.value.split('\n') } })}
              />
            )}
          </Field>
        ))}
      </div>
    </section>
  )
}

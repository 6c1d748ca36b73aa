import { Field } from '../parts/field.tsx'
import { assistantSettings as t } from '../texts/en/assistant-settings.ts'
import type { PartProps } from './settings-form.tsx'

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

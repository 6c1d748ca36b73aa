import { Field } from '../parts/field.tsx'
import { assistantSettings as t } from '../texts/en/assistant-settings.ts'
import type { PartProps } from './settings-form.tsx'

const types = ['orders', 'products'] as const

/** The names within `custom` that the assistant sees. */
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
                onChange={(event) => {
                  const names = event.currentTarget.value.split('\n').map((name) => name.trim())
                  change({ visibleCustom: { ...visibleCustom, [type]: names.filter((name) => name !== '') } })
                }}
              />
            )}
          </Field>
        ))}
      </div>
    </section>
  )
}

import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { DataDetail } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { Foreign } from '../parts/values.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import style from './style.module.css'

/** The tags of a customer: those of the shop as they are, those of agents with a way to remove each. */
export function Tags({ detail, onChange }: { detail: DataDetail; onChange: (detail: DataDetail) => void }) {
  const [tag, setTag] = useState('')
  const { object, agentTags } = detail
  const id = String(object.id)
  const all = Array.isArray(object.tags) ? object.tags.map(String) : []
  const path = { params: { path: { id } } }
  const add = useAction(async () => {
    onChange(await read(api.POST('/customers/{id}/tag', { ...path, body: { tag: tag.trim() } })))
    setTag('')
  })
  const remove = useAction(async (old: string) =>
    onChange(await read(api.POST('/customers/{id}/untag', { ...path, body: { tag: old } }))),
  )
  return (
    <section class="card">
      <h2>{t.tags}</h2>
      {all.length === 0 && <p class="quiet">{t.noTags}</p>}
      <ul class={style.tags}>
        {all.map((one) => (
          <li key={one} title={agentTags.includes(one) ? t.byAgents : t.byShop}>
            <Foreign>{one}</Foreign>
            {agentTags.includes(one) && (
              <button type="button" class="copy" aria-label={t.removeTag(one)} onClick={() => remove.run(one)}>
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <Problem error={remove.error} />
      <Form class={style.addTag} onSubmit={add.run}>
        <TextField label={t.addTag} value={tag} onInput={setTag} maxLength={255} required />
        <Button type="submit" isBusy={add.isBusy}>
          {t.add}
        </Button>
      </Form>
      <Problem error={add.error} />
      <p class="hint">{t.tagsHelp}</p>
    </section>
  )
}

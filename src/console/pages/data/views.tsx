import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Loading, Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { data as t } from '../texts/en/data.ts'
import { en } from '../texts/en.ts'
import type { Place } from './place.ts'
import style from './style.module.css'

/** Filters that name a person are not kept: an erasure must leave no address behind. */
const SAVED = ['status', 'topic', 'tag', 'segment', 'placedSince', 'updatedSince'] as const

/** The views of a list that the person has saved: filters under a name. */
export function Views({ place }: { place: Place }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.views}</Button>
      {isOpen && <ViewsDialog place={place} onClose={() => setOpen(false)} />}
    </>
  )
}

function ViewsDialog({ place: { type, filters }, onClose }: { place: Place; onClose: () => void }) {
  const params = { path: { type } }
  const { data, error, reload } = useData(() => read(api.GET('/views/{type}', { params })), `views ${type}`)
  const [name, setName] = useState('')
  const kept = Object.fromEntries(SAVED.flatMap((one) => (filters[one] ? [[one, filters[one]]] : [])))
  const save = useAction(async () => {
    await api.POST('/views/{type}', { params, body: { name: name.trim(), filters: kept } })
    setName('')
    reload()
  })
  const remove = useAction(async (one: string) => {
    await api.POST('/views/{type}/delete', { params, body: { name: one } })
    reload()
  })
  return (
    <Dialog title={t.views} onClose={onClose}>
      <Problem error={error ?? save.error ?? remove.error} />
      {!data && !error && <Loading />}
      {data?.data.length === 0 && <p class="quiet">{t.noViews}</p>}
      <ul class={style.views}>
        {data?.data.map((view) => (
          <li key={view.name}>
            <a href={at(`/data/${type}?${view.query}`)} onClick={onClose}>
              {view.name}
            </a>
            <Button onClick={() => remove.run(view.name)} isBusy={remove.isBusy}>
              {t.deleteView}
              <span class="hidden"> {view.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {Object.keys(kept).length > 0 ? (
        <Form class={style.search} onSubmit={() => (name.trim() ? save.run() : undefined)}>
          <TextField label={t.viewName} value={name} onInput={setName} maxLength={60} />
          <Button type="submit" isBusy={save.isBusy}>
            {en.common.save}
          </Button>
        </Form>
      ) : (
        <p class="hint">{t.howToSave}</p>
      )}
    </Dialog>
  )
}

import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { NewView, SavedView } from '../api-types.ts'
import { views as t } from '../texts/en/views.ts'
import { en } from '../texts/en.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { Form } from './form.tsx'
import { Loading, Problem } from './notice.tsx'
import { useAction } from './use-action.ts'
import { useData } from './use-data.ts'

interface ViewsProps {
  list: 'refunds' | 'chats' | keyof typeof en.common.types
  /** What the list shows now, as far as a view may keep it: filters that name a person are not kept, so that an erasure leaves no address behind. */
  shown: NewView['filters']
  /** The address of a view. */
  addressOf: (query: string) => string
}

/** The views of a list that the person has saved: filters and a sort under a name. */
export function Views(props: ViewsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.title}</Button>
      {isOpen && <ViewsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ViewsDialog({ list, shown, addressOf, onClose }: ViewsProps & { onClose: () => void }) {
  const params = { path: { list } }
  const { data, error, reload } = useData(() => read(api.GET('/views/{list}', { params })), `views ${list}`)
  const [name, setName] = useState('')
  const save = useAction(async () => {
    await api.POST('/views/{list}', { params, body: { name: name.trim(), filters: shown } })
    setName('')
    reload()
  })
  const remove = useAction(async (one: string) => {
    await api.POST('/views/{list}/delete', { params, body: { name: one } })
    reload()
  })
  const row = (view: SavedView) => (
    <li key={view.name}>
      <a href={addressOf(view.query)} onClick={onClose}>
        {view.name}
      </a>
      <Button onClick={() => remove.run(view.name)} isBusy={remove.isBusy}>
        {t.delete}
        <span class="hidden"> {view.name}</span>
      </Button>
    </li>
  )
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Problem error={error ?? save.error ?? remove.error} />
      {!data && !error && <Loading />}
      {data?.data.length === 0 && <p class="quiet">{t.none}</p>}
      <ul class="views">{data?.data.map(row)}</ul>
      {Object.values(shown).some(Boolean) ? (
        <Form class="beside" onSubmit={() => (name.trim() ? save.run() : undefined)}>
          <TextField label={t.name} value={name} onInput={setName} maxLength={60} />
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

import { useId, useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { FilledReply } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog, Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { foreign } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import style from './style.module.css'
import { useSavedReplies } from './use-slash.ts'

/** A button that opens the replies that agents send often. One is put into the composer, or what is written there is saved. */
export function SavedReplies({ id, draft, onChoose }: Omit<ListProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class={style.saved} onClick={() => setOpen(true)}>
        {t.saved}
      </button>
      {isOpen && (
        <List
          id={id}
          draft={draft}
          onClose={() => setOpen(false)}
          onChoose={(text) => {
            setOpen(false)
            onChoose(text)
          }}
        />
      )}
    </>
  )
}

interface ListProps {
  /** Of the chat. */
  id: string
  draft: string
  onChoose: (text: string) => void
  onClose: () => void
}

function List({ id, draft, onChoose, onClose }: ListProps) {
  const [find, setFind] = useState('')
  const { data, error, reload } = useSavedReplies(id, true)
  const [deleting, setDeleting] = useState<FilledReply>()
  const words = find.toLowerCase()
  const fitting = data?.data.filter(({ title, text }) => `${title}\n${text}`.toLowerCase().includes(words)) ?? []
  if (deleting) return <DeleteReply reply={deleting} onDeleted={reload} onClose={() => setDeleting(undefined)} />
  return (
    <Dialog title={t.saved} onClose={onClose}>
      <Problem error={error} onRetry={reload} />
      {data && data.data.length > 0 && <TextField label={t.savedFind} value={find} onInput={setFind} autoFocus />}
      {data && fitting.length === 0 && <p class="quiet">{data.data.length === 0 ? t.savedEmpty : t.savedNone}</p>}
      <ul class={style.replies}>
        {fitting.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => onChoose(one.filled)}>
              <strong>{foreign(one.title)}</strong>
              <span>{foreign(one.filled)}</span>
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={t.deleteSaved(foreign(one.title))}
              onClick={() => setDeleting(one)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {draft.trim() !== '' && <SaveDraft draft={draft} onSaved={reload} />}
    </Dialog>
  )
}

interface DeleteReplyProps {
  reply: FilledReply
  onDeleted: () => void
  onClose: () => void
}

function DeleteReply({ reply: { id, title, text }, onDeleted, onClose }: DeleteReplyProps) {
  const work = useAction(async () => {
    await api.POST('/saved-replies/{id}/delete', { params: { path: { id } }, body: {} })
    onDeleted()
    onClose()
  })
  const action = t.deleteSaved(foreign(title))
  return (
    <ConfirmDialog title={`${action}?`} action={action} isDanger work={work} onClose={onClose}>
      <p>{foreign(text)}</p>
      <p>{t.deleteWhy}</p>
    </ConfirmDialog>
  )
}

function SaveDraft({ draft, onSaved }: { draft: string; onSaved: () => void }) {
  const [title, setTitle] = useState('')
  const heading = useId()
  const work = useAction(async () => {
    await api.POST('/saved-replies', { body: { title: title.trim(), text: draft } })
    setTitle('')
    toast(t.savedToast)
    onSaved()
  })
  return (
    <Form class="form" aria-labelledby={heading} onSubmit={work.run}>
      <h3 id={heading}>{t.saveThis}</h3>
      <TextField label={t.saveTitle} hint={t.saveHint} value={title} onInput={setTitle} maxLength={100} required />
      <Problem error={work.error} />
      <Button type="submit" isBusy={work.isBusy} disabled={title.trim() === ''}>
        {t.save}
      </Button>
    </Form>
  )
}

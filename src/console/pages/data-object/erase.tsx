import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { Type } from '../data/place.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { toast } from '../parts/toast.tsx'
import { useAction } from '../parts/use-action.ts'
import { data as texts } from '../texts/en/data.ts'
import { dataObject as t } from '../texts/en/data-object.ts'

interface EraseProps {
  type: Type
  id: string
  onErased: () => void
  onClose: () => void
}

/** Erases an object for good, once its id is typed. */
export function Erase({ type, id, onErased, onClose }: EraseProps) {
  const [typedId, setTypedId] = useState('')
  const work = useAction(async () => {
    await api.POST('/data/{type}/{id}/erase', { params: { path: { type, id } }, body: { typedId } })
    toast(t.erased(id))
    onErased()
  })
  return (
    <ConfirmDialog
      title={t.eraseTitle(texts.nouns[type].toLowerCase(), id)}
      action={t.eraseAction(id)}
      isDanger
      work={work}
      onClose={onClose}
    >
      <p>{t.eraseWhy}</p>
      {type === 'customers' && <p>{t.eraseCustomer}</p>}
      <TextField
        label={t.typeId}
        value={typedId}
        onInput={setTypedId}
        error={work.error?.issue('typedId')}
        autoComplete="off"
        required
      />
    </ConfirmDialog>
  )
}

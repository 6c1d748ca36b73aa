import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ImportView } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { numberText } from '../parts/chart.tsx'
import { ConfirmDialog, Dialog } from '../parts/dialog.tsx'
import { Loading, Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { imports as t } from '../texts/en/imports.ts'
import { en } from '../texts/en.ts'

export function objectsText(count: number): string {
  return t.objects(numberText(count), count === 1)
}

/** Takes an import back: asks first, with what would be erased now. */
export function EraseImport({ shown, onErasing }: { shown: ImportView; onErasing: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.erase}</Button>
      {isOpen && <Question id={shown.id} onErasing={onErasing} onClose={() => setOpen(false)} />}
    </>
  )
}

function Question({ id, onErasing, onClose }: { id: string; onErasing: () => void; onClose: () => void }) {
  const params = { path: { id } }
  const { data, error } = useData(() => read(api.GET('/imports/{id}/brought', { params })), `brought ${id}`)
  const work = useAction(async () => {
    await api.POST('/imports/{id}/erase', { params, body: {} })
    onClose()
    onErasing()
  })
  const total = data?.counts.reduce((sum, { count }) => sum + count, 0) ?? 0
  if (!data || (total === 0 && data.isComplete))
    return (
      <Dialog title={t.eraseTitle} onClose={onClose}>
        <Problem error={error} />
        {data ? <p>{t.eraseNone}</p> : !error && <Loading />}
      </Dialog>
    )
  const what = data.counts.map(({ type, count }) => t.typeOf(numberText(count), namesOf(type).toLowerCase())).join(', ')
  const counted = (text: string) => (data.isComplete ? text : t.eraseMore(text))
  return (
    <ConfirmDialog
      title={t.eraseTitle}
      action={t.eraseAction(counted(objectsText(total)))}
      isDanger
      work={work}
      onClose={onClose}
    >
      <p>{t.eraseLead(counted(what))}</p>
      {data.counts.some(({ type }) => type === 'customers') && <p>{t.eraseChats}</p>}
      <p class="quiet">{t.eraseStays}</p>
    </ConfirmDialog>
  )
}

const namesOf = (type: string) => (en.common.types as Record<string, string>)[type] ?? type

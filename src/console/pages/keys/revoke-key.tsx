import { api } from '../api.ts'
import type { ApiKey } from '../api-types.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Moment } from '../parts/moment.tsx'
import { toast } from '../parts/toast.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'

const { keys: t } = en

interface RevokeKeyProps {
  apiKey: ApiKey
  onRevoked: () => void
  onClose: () => void
}

/** Asks before a key ends for good. The key of the chat widget does not end before another one is chosen. */
export function RevokeKey({ apiKey: { id, name, widget, lastUsedAt }, onRevoked, onClose }: RevokeKeyProps) {
  const work = useAction(async () => {
    await api.POST('/keys/{id}/revoke', { params: { path: { id } }, body: {} })
    toast(t.revokedToast(name))
    onRevoked()
    onClose()
  })
  const title = t.revokeTitle(name)
  if (widget)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{t.isOfWidget}</p>
      </Dialog>
    )
  return (
    <ConfirmDialog title={title} action={t.revokeAction(name)} isDanger work={work} onClose={onClose}>
      <p>{t.revokeWhy}</p>
      <p>
        {t.lastUse} {lastUsedAt ? <Moment at={lastUsedAt} /> : t.never}
      </p>
    </ConfirmDialog>
  )
}

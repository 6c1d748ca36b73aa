import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { CopyBlock } from '../parts/copy-field.tsx'
import { toast } from '../parts/toast.tsx'
import { useAction } from '../parts/use-action.ts'
import { dev as t } from '../texts/en/dev.ts'
import { callDev, devUrl } from './call.ts'

/** Puts the server back to its start, after a question. */
export function Reset({ onDone }: { onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const work = useAction(async () => {
    await callDev('POST', '/reset')
    setOpen(false)
    toast(t.resetDone)
    onDone()
  })
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t.reset}
      </Button>
      {isOpen && (
        <ConfirmDialog title={t.resetTitle} action={t.resetAction} isDanger work={work} onClose={() => setOpen(false)}>
          <p>{t.resetWhy}</p>
          <CopyBlock text={`curl -X POST ${devUrl}/reset`} label={t.resetAction} />
        </ConfirmDialog>
      )}
    </>
  )
}

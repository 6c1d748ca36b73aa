import { useState } from 'preact/hooks'
import type { DevDelivery } from '../../dev-view.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { useAction } from '../parts/use-action.ts'
import { dev as t } from '../texts/en/dev.ts'
import { callDev } from './call.ts'

/** Sends a delivery again; asks first where the shop might pay. */
export function Replay({ delivery: { id, type, orderId }, onDone }: { delivery: DevDelivery; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const work = useAction(async () => {
    await callDev('POST', `/deliveries/${id}/replay`)
    setOpen(false)
    onDone()
  })
  const isPaying = type === 'refund.create'
  return (
    <div>
      <Button isBusy={work.isBusy} onClick={isPaying ? () => setOpen(true) : work.run}>
        {t.replay}
      </Button>
      {!isOpen && <Problem error={work.error} />}
      {isOpen && (
        <ConfirmDialog
          title={t.replayTitle}
          action={t.replayAction(type, orderId ?? '')}
          work={work}
          onClose={() => setOpen(false)}
        >
          <p>{t.replayWhy}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

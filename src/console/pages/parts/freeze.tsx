import { useState } from 'preact/hooks'
import type { RefundSettingsChange } from '../api-types.ts'
import { en } from '../texts/en.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { usePageActions } from './page-actions.ts'
import { useAction } from './use-action.ts'

const { refundSettings: t } = en

interface FreezeProps {
  isFrozen: boolean
  /** Throws an ApiError if the change was refused. */
  save: (change: RefundSettingsChange) => Promise<void>
  /** Beside a title that already names what is frozen. */
  isShort?: boolean
}

/** Stops all automatic refunds, or lets them run again. To stop them asks for no password. */
export function Freeze({ isFrozen, save, isShort = false }: FreezeProps) {
  const [isOpen, setOpen] = useState(false)
  const work = useAction(async () => {
    await save({ frozen: !isFrozen })
    setOpen(false)
  })
  usePageActions([{ title: isFrozen ? t.unfreeze : t.freeze, run: () => setOpen(true) }])
  return (
    <>
      <Button icon="snow" kind={isFrozen || isShort ? 'plain' : 'danger'} onClick={() => setOpen(true)}>
        {isFrozen ? t.unfreeze : isShort ? t.freezeShort : t.freeze}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={isFrozen ? t.unfreezeTitle : t.freezeTitle}
          action={isFrozen ? t.unfreeze : t.freeze}
          isDanger={!isFrozen}
          work={work}
          onClose={() => setOpen(false)}
        >
          <p>{isFrozen ? t.unfreezeWhy : t.freezeWhy}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { RefundView } from '../api-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { useAction } from '../parts/use-action.ts'
import { chat as t } from '../texts/en/chat.ts'
import { chats } from '../texts/en/chats.ts'
import { type ActProps, Pick } from './pick.tsx'

interface CloseProps extends ActProps {
  /** Undefined until the chat is read: until then nothing can be chosen. */
  waitingRefunds: RefundView[] | undefined
}

type CloseReason = keyof typeof chats.closeReasons

/** Closes the chat with a reason. If refunds wait in it, their amounts are confirmed first: closing cancels them. */
export function CloseChat({ chat, waitingRefunds, onClose, onDone }: CloseProps) {
  const [chosen, setChosen] = useState<CloseReason>()
  const close = useAction(async (reason: CloseReason | undefined) => {
    await api.POST('/chats/{id}/close', { params: { path: { id: chat.id } }, body: reason ? { reason } : {} })
    onDone()
  })
  const amounts = (waitingRefunds ?? []).map(({ amount, currency }) => amountText(amount, currency)).join(', ')
  if (chosen)
    return (
      <ConfirmDialog
        title={`${t.closeTitle}?`}
        action={t.closeAction}
        isDanger
        work={{ ...close, run: () => close.run(chosen) }}
        onClose={onClose}
      >
        <p>{t.closeCancels(amounts)}</p>
      </ConfirmDialog>
    )
  const options = Object.entries(chats.closeReasons).map(([key, title]) => ({ key: key as CloseReason, title }))
  return (
    <Pick
      title={t.closeTitle}
      label={t.closeLabel}
      options={waitingRefunds ? options : []}
      error={close.error}
      onPick={({ key }) => (amounts ? setChosen(key) : void close.run(key))}
      onClose={onClose}
    >
      <p class="hint">{t.closeWhy}</p>
    </Pick>
  )
}

import { useState } from 'preact/hooks'
import { ApiError, api } from '../api.ts'
import { amountText } from '../parts/amount-text.ts'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { useAction } from '../parts/use-action.ts'
import { chat as t } from '../texts/en/chat.ts'
import { chats } from '../texts/en/chats.ts'
import { type ActProps, Pick } from './pick.tsx'

interface CloseProps extends ActProps {
  /** Undefined until the chat is read: until then nothing can be chosen. */
  waitingRefunds: Waiting[] | undefined
}

/** What is shown of a waiting refund. */
interface Waiting {
  id: string
  amount: number
  currency: string
}

type CloseReason = keyof typeof chats.closeReasons

/** Closes the chat with a reason. If refunds wait in it, their amounts are confirmed first: closing cancels them. */
export function CloseChat({ chat, waitingRefunds, onClose, onDone }: CloseProps) {
  const [chosen, setChosen] = useState<CloseReason>()
  const [late, setLate] = useState<Waiting[]>()
  const waiting = late ?? waitingRefunds ?? []
  const close = useAction(async (reason: CloseReason) => {
    const body = { reason, cancels: waiting.map(({ id }) => id) }
    try {
      await api.POST('/chats/{id}/close', { params: { path: { id: chat.id } }, body })
      onDone()
    } catch (error) {
      // One that this page has not read yet.
      if (!(error instanceof ApiError && error.reason === 'refunds_wait')) throw error
      setLate(error.facts.refunds as Waiting[])
      setChosen(reason)
    }
  })
  const amounts = waiting.map(({ amount, currency }) => amountText(amount, currency)).join(', ')
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

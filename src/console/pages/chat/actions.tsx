import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { ChatDetail } from '../api-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { Status, type Tone } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import { chats } from '../texts/en/chats.ts'

const TONES: Partial<Record<string, Tone>> = { waiting: 'waiting', human: 'good' }

/** Who answers, and what changes that. */
export function Actions({ detail, onChanged }: { detail: ChatDetail; onChanged: () => void }) {
  const { id, mode } = detail.chat
  const [isClosing, setClosing] = useState(false)
  const params = { params: { path: { id } }, body: {} }
  const take = useAction(async () => {
    await api.POST('/chats/{id}/take', params)
    onChanged()
  })
  const giveBack = useAction(async () => {
    await api.POST('/chats/{id}/give-back', params)
    toast(t.givenBack)
    onChanged()
  })
  const close = useAction(async () => {
    await api.POST('/chats/{id}/close', params)
    setClosing(false)
    onChanged()
  })
  const isOpen = mode !== 'closed'
  return (
    <>
      <Status tone={TONES[mode] ?? 'quiet'}>{chats.modes[mode]}</Status>
      {mode !== 'human' && !detail.next && (
        <Button isBusy={take.isBusy} onClick={() => void take.run()}>
          {t.take}
        </Button>
      )}
      {isOpen && mode !== 'assistant' && (
        <Button isBusy={giveBack.isBusy} onClick={() => void giveBack.run()}>
          {t.giveBack}
        </Button>
      )}
      {isOpen && <Button onClick={() => setClosing(true)}>{t.close}</Button>}
      <Problem error={take.error ?? giveBack.error} />
      {isClosing && (
        <ConfirmDialog title={t.closeTitle} action={t.closeAction} work={close} onClose={() => setClosing(false)}>
          {detail.waitingRefunds.length > 0 && <p>{t.closeCancels(amountsOf(detail))}</p>}
          <p>{t.closeWhy}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function amountsOf({ waitingRefunds }: ChatDetail): string {
  return waitingRefunds.map(({ amount, currency }) => amountText(amount, currency)).join(', ')
}

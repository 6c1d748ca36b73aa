import { useState } from 'preact/hooks'
import type { DevRefund } from '../../dev-view.ts'
import { amountText } from '../parts/amount.tsx'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAction } from '../parts/use-action.ts'
import { dev as t } from '../texts/en/dev.ts'
import { callDev } from './call.ts'

const QUESTIONS = {
  confirm: { title: t.confirmTitle, why: t.confirmWhy, action: t.confirmAction },
  decline: { title: t.declineTitle, why: t.declineWhy, action: t.declineAction },
}

/** What the customer of a refund would do in the chat. */
export function DecideAsCustomer({ refund, onDecided }: { refund: DevRefund; onDecided: () => void }) {
  const { id, orderId, amount, currency } = refund
  const [decision, setDecision] = useState<keyof typeof QUESTIONS>()
  const work = useAction(async () => {
    await callDev('POST', `/refunds/${id}/${decision}`)
    setDecision(undefined)
    onDecided()
  })
  const question = decision && QUESTIONS[decision]
  return (
    <div class="dev-buttons">
      <Button kind="primary" onClick={() => setDecision('confirm')}>
        {t.confirm}
      </Button>
      <Button onClick={() => setDecision('decline')}>{t.decline}</Button>
      {question && (
        <ConfirmDialog
          title={question.title}
          action={question.action(amountText(amount, currency), orderId)}
          work={work}
          onClose={() => setDecision(undefined)}
        >
          <p>{question.why}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

import { useRef, useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { RefundDetail, RefundView } from '../api-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { toast } from '../parts/notice.tsx'
import { newKey, useAction } from '../parts/use-action.ts'
import { Amount, Foreign, foreign } from '../parts/values.tsx'
import { refund as t } from '../texts/en/refund.ts'
import { decidedMeanwhile, MovedOn } from './moved-on.tsx'
import style from './style.module.css'

export type Decision = RefundView['decisions'][number]

/** Decisions whose reason is kept; of the last one it has to be there. */
const withReason: readonly Decision[] = ['reject', 'cancel', 'stopWaiting']
const needsReason = (decision: Decision) => decision === 'stopWaiting'

interface Decided {
  id: string
  /** What the person saw; the server refuses any other amount. */
  seen: { amount: number; currency: string }
  reason: string
  /** The same for each try of one decision, so that it counts once. */
  key: string
}

/** Sends a decision. @returns the refund as it is then */
function send(decision: Decision, { id, seen, reason, key }: Decided): Promise<RefundView> {
  const options = { params: { path: { id } }, headers: { 'Idempotency-Key': key } }
  const why = reason.trim() === '' ? {} : { reason: reason.trim() }
  if (decision === 'approve' || decision === 'confirm')
    return read(api.POST(`/refunds/{id}/${decision}`, { ...options, body: seen }))
  const name = decision === 'stopWaiting' ? 'stop-waiting' : decision
  return read(api.POST(`/refunds/{id}/${name}`, { ...options, body: why }))
}

interface DecideProps {
  decision: Decision
  /** The refund as the person saw it. */
  refund: RefundView
  /** The refund as it is now; undefined until it is known. */
  detail: RefundDetail | undefined
  onDecided: (refund: RefundView) => void
  /** The refund may no longer be as it is shown. */
  onMoved: () => void
  onClose: () => void
}

/** Asks before a decision, with the amount and the customer. If somebody else decides meanwhile, it says who did. */
export function Decide({ decision, refund, detail, onDecided, onMoved, onClose }: DecideProps) {
  // What the person was shown when the dialog opened.
  const [shown] = useState(refund)
  const [reason, setReason] = useState('')
  // One key for the dialog; another text is another decision.
  const keys = useRef(new Map<string, string>())
  const work = useAction(async () => {
    const key = keys.current.get(reason) ?? newKey()
    keys.current.set(reason, key)
    const { id, amount, currency } = shown
    const seen = { amount, currency }
    const decided = await send(decision, { id, seen, reason, key }).catch((error: unknown) => {
      // Shows the refund as it is, also where no event stream has told that it moved.
      onMoved()
      throw error
    })
    onDecided(decided)
    toast(t.done[decision])
    onClose()
  })
  const meanwhile = decidedMeanwhile(work, shown, detail)
  if (meanwhile) return <MovedOn decided={meanwhile} onClose={onClose} />
  const amount = amountText(shown.amount, shown.currency)
  return (
    <ConfirmDialog
      title={t.dialogs[decision].title}
      action={t.actions[decision](amount, customerName(shown))}
      isDanger={decision !== 'approve' && decision !== 'confirm'}
      work={work}
      onClose={onClose}
    >
      <p class={style.decided}>
        <Amount {...shown} /> {t.to} <Foreign>{shown.customerName || shown.customerId || t.nobody}</Foreign>
      </p>
      <p>{t.dialogs[decision].why}</p>
      {withReason.includes(decision) && (
        <Field label={t.reasonLabel} hint={t.reasonHint}>
          {(ids) => (
            <textarea
              {...ids}
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
              maxLength={1_000}
              required={needsReason(decision)}
            />
          )}
        </Field>
      )}
    </ConfirmDialog>
  )
}

const MOST = 20

/** The customer on a button: a name of a thousand letters would hide what the button does. */
function customerName({ customerName, customerId }: Pick<RefundView, 'customerName' | 'customerId'>): string {
  const name = foreign(customerName || customerId || t.nobody)
  return name.length > MOST ? `${name.slice(0, MOST - 1).trimEnd()}…` : name
}

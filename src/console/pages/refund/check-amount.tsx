import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { RefundQuote, RefundView } from '../api-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { Button } from '../parts/button.tsx'
import { Foreign } from '../parts/foreign.tsx'
import { Notice } from '../parts/notice.tsx'
import { Problem } from '../parts/problem.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'
import style from './style.module.css'

const { refund: t } = en

/** Asks the shop again for the amount. Nothing changes: a refund keeps the amount that its customer was shown. */
export function CheckAmount({ refund }: { refund: RefundView }) {
  const [quote, setQuote] = useState<RefundQuote>()
  const work = useAction(async () => {
    setQuote(undefined)
    const { orderId, lines, kind, note, conversationId } = refund
    setQuote(await read(api.POST('/refunds/quote', { body: { orderId, lines, kind, note, conversationId } })))
  })
  return (
    <>
      <Button isBusy={work.isBusy} onClick={work.run}>
        {t.check}
      </Button>
      <div class={style.checked} role="status">
        {quote && <Quoted quote={quote} refund={refund} />}
      </div>
      <Problem error={work.error} />
    </>
  )
}

function Quoted({ quote: { amount, currency, note }, refund }: { quote: RefundQuote; refund: RefundView }) {
  const [now, before] = [amountText(amount, currency), amountText(refund.amount, refund.currency)]
  const isSame = amount === refund.amount && currency === refund.currency
  return (
    <Notice tone={isSame ? 'quiet' : 'waiting'}>
      <p>{isSame ? t.sameAmount(now) : t.otherAmount(now, before)}</p>
      {note && (
        <p>
          {t.shopNote}: <Foreign>{note}</Foreign>
        </p>
      )}
    </Notice>
  )
}

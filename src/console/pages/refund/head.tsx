import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { RefundDetail, RefundQuote, RefundView } from '../api-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { Button } from '../parts/button.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { RefundStatus } from '../parts/refund-rows.tsx'
import { useAction } from '../parts/use-action.ts'
import { Amount, Foreign, Moment } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { refund as t } from '../texts/en/refund.ts'
import { en } from '../texts/en.ts'
import type { Decision } from './decide.tsx'
import style from './style.module.css'
import { TryNow } from './try-now.tsx'

const { refunds } = en

/** Decisions that are beside the usual two. */
const RARE: readonly Decision[] = ['stopWaiting', 'cancel']

interface HeadProps {
  detail: RefundDetail
  possible: Decision[]
  onDecide: (decision: Decision) => void
  /** The shop is ordered to make the refund again. */
  onTried: () => void
}

/** What is decided: how much goes to whom, and why it waits. On a phone the two usual buttons stay at the height of a thumb. */
export function Head({ detail: { refund }, possible, onDecide, onTried }: HeadProps) {
  const usual = possible.filter((decision) => !RARE.includes(decision))
  const rare = possible.filter((decision) => RARE.includes(decision))
  const { amount, currency, customerName, customerId, expiresAt, kind, status } = refund
  return (
    <section class="card" aria-label={refunds.amount}>
      <p class={style.amount}>
        <Amount amount={amount} currency={currency} />
      </p>
      <p class={style.to}>
        {t.to} <Foreign>{customerName || customerId || t.nobody}</Foreign>
      </p>
      <p class={style.state}>
        <RefundStatus refund={refund} />
        <span class="quiet">{refunds.kinds[kind]}</span>
        {expiresAt && (
          <span class="quiet">
            {t.expires} <Moment at={expiresAt} isPlanned />
          </span>
        )}
      </p>
      <Why detail={refund} />
      <Failed refund={refund} />
      {refund.failing && isManager.value && <TryNow id={refund.id} onTried={onTried} />}
      {usual.length > 0 && (
        <div class={style.decide}>
          {usual.map((decision, index) => (
            <Button key={decision} kind={index === 0 ? 'primary' : 'plain'} onClick={() => onDecide(decision)}>
              {t[decision]}
            </Button>
          ))}
        </div>
      )}
      {(rare.length > 0 || usual.length > 0) && (
        <div class={style.rare}>
          {status !== 'pending' && <CheckAmount refund={refund} />}
          {rare.map((decision) => (
            <Button key={decision} onClick={() => onDecide(decision)}>
              {t[decision]}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

function Why({ detail: { approvalReasons, overOrderTotal, amount, currency } }: { detail: RefundDetail['refund'] }) {
  const words = (minor: number) => amountText(minor, currency)
  const over =
    overOrderTotal &&
    t.overOrder(words(amount), words(overOrderTotal.left), words(overOrderTotal.total), words(overOrderTotal.refunded))
  const reasons = approvalReasons.map((reason) =>
    reason === 'over_order_total' && over ? over : (refunds.whyLong[reason] ?? reason),
  )
  // Before the customer has decided, this is the only reason that is known.
  if (over && !approvalReasons.includes('over_order_total')) reasons.push(over)
  if (reasons.length === 0) return null
  return (
    <div class={style.why}>
      <h2>{t.why}</h2>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  )
}

/** Why no money was paid, and what to do if it may have been. */
function Failed({ refund: { failureCode, failureMessage, possiblyRefunded } }: { refund: RefundView }) {
  if (!failureCode) return null
  return (
    <div class={`${style.why} ${style.bad}`}>
      <h2>{t.failure}</h2>
      <p>
        <Foreign>{failureMessage ?? failureCode}</Foreign>
      </p>
      {possiblyRefunded && <p>{t.mayBeRefunded}</p>}
    </div>
  )
}

/** Asks the shop again for the amount. Nothing changes: a refund keeps the amount that its customer was shown. */
function CheckAmount({ refund }: { refund: RefundView }) {
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

import { stateText, toneOf } from '../../../lookup/story/tones.ts'
import { Amount, Day, foreign, Status } from './values.tsx'

export function State({ state }: { state: string }) {
  return <Status tone={toneOf(state)}>{foreign(stateText(state))}</Status>
}

/** An amount; without a currency it is only a number of minor units. */
export function Money({ amount, currency }: { amount: number; currency: string | null | undefined }) {
  return currency ? <Amount amount={amount} currency={currency} /> : <span class="number">{amount}</span>
}

type Given<T> = T | null | undefined

interface OrderHeadProps {
  order: {
    status?: Given<string>
    paymentStatus?: Given<string>
    total?: Given<number>
    currency?: Given<string>
    placedAt?: Given<string>
  }
}

/** What is said of an order wherever it is named: its state, its payment, its total, and when it was placed. */
export function OrderHead({ order: { status, paymentStatus, total, currency, placedAt } }: OrderHeadProps) {
  return (
    <>
      {status && <State state={status} />}
      {paymentStatus && paymentStatus !== status && <State state={paymentStatus} />}
      {total != null && <Money amount={total} currency={currency} />}
      {placedAt && <Day at={placedAt} />}
    </>
  )
}

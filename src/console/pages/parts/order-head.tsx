import { stateText, toneOf } from '../../../lookup/story/tones.ts'
import { Amount, date, exact, foreign, Status } from './values.tsx'

const thisYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** A day, with the exact time on hover and focus. */
export function Day({ at }: { at: string }) {
  const time = new Date(at)
  const format = time.getFullYear() === new Date().getFullYear() ? thisYear : date
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time shows on focus
    <time class="moment" dateTime={at} tabIndex={0} data-exact={exact.format(time)}>
      {format.format(time)}
      <span class="hidden">{`, ${exact.format(time)}`}</span>
    </time>
  )
}

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

import type { ComponentChildren } from 'preact'
import { inert } from '../../../lib/escape.ts'
import { shownNow } from '../server-clock.ts'
import { amountText } from './amount-text.ts'

export { amountText, minorUnits } from './amount-text.ts'

/** A text that a shop, a customer or an endpoint wrote: characters that would reorder or hide others are shown as their codes. */
export function foreign(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(inert).join('\t'))
    .join('\n')
}

/** {@link foreign}, which also keeps the direction of its letters from changing what is around it. */
export function Foreign({ children }: { children: string }) {
  return <bdi>{foreign(children)}</bdi>
}

export function Amount({ amount, currency }: { amount: number; currency: string }) {
  return <span class="amount">{amountText(amount, currency)}</span>
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const DAYS_SHOWN = 30

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const thisYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
export const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })

/** A day, with its year unless it is this one. */
export function dayText(at: number): string {
  return (isThisYear(at) ? thisYear : date).format(at)
}

const isThisYear = (at: number) => new Date(at).getFullYear() === new Date(shownNow.value).getFullYear()

/** A shop's clock may be ahead of the server's. If it is farther ahead than this, days are shown as the shop has sent them. */
const CLOCKS_DIFFER_MS = 3_600_000

/** How long ago something happened. Nothing that happened is ever said to be ahead. */
function pastText(at: number, now: number): string {
  return at - now > CLOCKS_DIFFER_MS ? dayText(at) : relativeText(Math.min(at, now), now)
}

function relativeText(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  if (Math.abs(seconds) > DAYS_SHOWN * 86_400) return dayText(at)
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / length), unit)
}

interface MomentProps {
  /** ISO 8601 */
  at: string
  /** Whether it is planned, such as the end of an offer, and not something that happened. */
  isPlanned?: boolean
}

/** A time: how long ago it is, or how far ahead something planned is, with the exact time on hover and focus. */
export function Moment({ at, isPlanned = false }: MomentProps) {
  return <Exactly at={at}>{(isPlanned ? relativeText : pastText)(Date.parse(at), shownNow.value)}</Exactly>
}

/** A day, with the exact time on hover and focus. */
export function Day({ at }: { at: string }) {
  return <Exactly at={at}>{dayText(Date.parse(at))}</Exactly>
}

function Exactly({ at, children }: { at: string; children: string }) {
  const time = exact.format(Date.parse(at))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time shows on focus
    <time class="moment" dateTime={at} tabIndex={0} data-exact={time}>
      {children}
      <span class="hidden">{`, ${time}`}</span>
    </time>
  )
}

const inYear = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** The day of a time, of this year with the hour: for lists, whose rows are compared. */
export function When({ at }: { at: string }) {
  const time = Date.parse(at)
  return (
    <time dateTime={at} title={exact.format(time)}>
      {(isThisYear(time) ? inYear : date).format(time)}
    </time>
  )
}

export type Tone = 'quiet' | 'good' | 'waiting' | 'bad'

const MARKS: Record<Tone, string> = { quiet: '○', good: '●', waiting: '◐', bad: '▲' }

/** A state as a word, with a mark and a color that say the same. */
export function Status({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span class={`status ${tone}`}>
      <span aria-hidden="true">{MARKS[tone]}</span>
      <span>{children}</span>
    </span>
  )
}

/** One line of `<dl class="facts">`. */
export function Fact({
  title,
  isTotal = false,
  children,
}: {
  title: ComponentChildren
  isTotal?: boolean
  children: ComponentChildren
}) {
  return (
    <div class={isTotal ? 'total' : undefined}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** An order as people call it: by its number, or by its id where it has none. */
export function orderName({
  orderNumber,
  orderId,
}: {
  orderNumber?: string | null | undefined
  orderId: string
}): string {
  return foreign(orderNumber || orderId)
}

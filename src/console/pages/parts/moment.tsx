import { signal } from '@preact/signals'

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const DAYS_SHOWN = 30

/** Advances every half minute, so that "2 minutes ago" stays true. */
const now = signal(Date.now())
setInterval(() => {
  now.value = Date.now()
}, 30_000)

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })

function relativeText(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  if (Math.abs(seconds) > DAYS_SHOWN * 86_400) return date.format(at)
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / length), unit)
}

/** A time: how long ago or ahead it is, with the exact time on hover and focus. @param at ISO 8601 */
export function Moment({ at }: { at: string }) {
  const time = Date.parse(at)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time shows on focus
    <time class="moment" dateTime={at} tabIndex={0} data-exact={exact.format(time)}>
      {relativeText(time, now.value)}
      <span class="hidden">{`, ${exact.format(time)}`}</span>
    </time>
  )
}

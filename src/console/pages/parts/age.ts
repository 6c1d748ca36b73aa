import { shownNow } from '../server-clock.ts'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const now = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(0, 'second')

/** How long ago something was, in its largest unit, such as `12m`. What is ahead of the clock is now. */
export function ageText(at: string, isWhole = false): string {
  const ms = shownNow.value - Date.parse(at)
  const found = UNITS.find(([, least]) => ms >= least)
  if (!found) return now
  const [unit, length] = found
  const unitDisplay = isWhole ? 'long' : 'narrow'
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay }).format(Math.floor(ms / length))
}

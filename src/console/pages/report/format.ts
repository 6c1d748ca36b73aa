import type { ReportFigures } from '../api-types.ts'
import { report as t } from '../texts/en/report.ts'

/** The times of a figure, such as those to the first reply. */
export type Times = ReportFigures['firstReply']

const UNITS: [seconds: number, unit: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

/** About how long something took: `≈ 2 hr`. */
export function aboutText(seconds: number | null | undefined): string {
  if (seconds == null) return t.more
  const [size, unit] = UNITS.find(([size]) => seconds >= size) ?? [1, 'second']
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  // A number is not torn from its unit.
  return t.about(new Intl.NumberFormat(undefined, format).format(seconds / size)).replaceAll(' ', '\u00a0')
}

/** A part of a whole, as a percentage; undefined of nothing. */
export function shareOf(count: number, of: number): number | undefined {
  return of === 0 ? undefined : Math.round((100 * count) / of)
}

export const spoken = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const shortFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const dayText = (day: string) => dayFormat.format(new Date(day))
export const shortDay = (day: string) => shortFormat.format(new Date(day))

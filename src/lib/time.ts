/** The only source of time. `now()` returns epoch milliseconds. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Date and time each in the extended form of ISO-8601 (2026-03-01, 09:30:00) or in the basic one (20260301, 093000). */
const ISO =
  /^(\d{4})(-?)(\d{2})\2(\d{2})(?:[Tt ]([01]\d|2[0-4])(:?)([0-5]\d)(?:\6([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/

/** The range of times with a four-digit year: 0000-01-01 to 9999-12-31. */
const EARLIEST = -62_167_219_200_000
const LATEST = 253_402_300_799_999

const LIKELY_FROM = Date.UTC(1980)
const LIKELY_UNTIL = Date.UTC(2100)

/** Whether a number is a time that programs have to do with. In another unit, the same time is far outside of these. */
function isLikely(ms: number): boolean {
  return ms >= LIKELY_FROM && ms < LIKELY_UNTIL
}

/** Other units of programs that count from 1970, and how many milliseconds each has. */
const OTHER_UNITS: [name: string, ms: number][] = [
  ['seconds', 1_000],
  ['microseconds', 1e-3],
  ['nanoseconds', 1e-6],
]

/** The problem of an invalid timestamp, as the end of a sentence that begins with the field's name. */
export type TimeProblem = { problem: string }

/**
 * Reads a timestamp: an ISO-8601 string with a time zone (`Z` or an offset; in the extended or the basic form; fractions allowed and cut to
 * milliseconds; 24:00 is the end of a day) or integer epoch milliseconds. A number that is a likely time in another unit is a problem:
 * as milliseconds, 1700000000 is a day in January 1970.
 *
 * @returns epoch milliseconds, or the problem
 */
export function parseTime(value: string | number): number | TimeProblem {
  const time = typeof value === 'number' ? value : parseIso(value)
  if (typeof time !== 'number') return time
  if (typeof value === 'number' && !isLikely(value)) {
    const [unit, ms] = OTHER_UNITS.find(([, factor]) => isLikely(value * factor)) ?? []
    if (ms !== undefined) return { problem: `looks like ${unit}: use milliseconds, ${Math.round(value * ms)}` }
  }
  if (!Number.isInteger(time)) return { problem: 'must be a whole number of milliseconds' }
  if (time < EARLIEST || time > LATEST) return { problem: 'must be in the years 0000 to 9999, in UTC' }
  return time === 0 ? 0 : time
}

/** The usual form of a time, with days up to 29; the quick path below uses it up to day 28, which every month has. */
const USUAL = /^\d{4}-\d\d-[012]\dT[01]\d:\d\d:\d\d(?:\.\d{3})?Z$/

function parseIso(text: string): number | TimeProblem {
  const quick = USUAL.test(text) && text.slice(8, 10) <= '28' ? Date.parse(text) : Number.NaN
  return Number.isNaN(quick) ? parseAnyIso(text) : quick
}

function parseAnyIso(text: string): number | TimeProblem {
  const match = ISO.exec(text)
  if (!match && /^\d+$/.test(text))
    return { problem: 'is a number in quotes: use an ISO-8601 time, or epoch milliseconds without quotes' }
  if (!match)
    return { problem: 'must be an ISO-8601 time with a time zone, such as 2026-03-01T09:30:00Z, or epoch milliseconds' }
  const [, year, , month, day, hour = '00', , minute = '00', second = '00', fraction = '', zone] = match
  if (!zone) return { problem: 'has no time zone: end it with Z or an offset such as +02:00' }
  const midnight = midnightOf(Number(year), Number(month), Number(day))
  if (midnight === undefined) return { problem: 'has a day that does not exist' }
  if (hour === '24' && /[1-9]/.test(minute + second + fraction))
    return { problem: 'is after 24:00, the end of the day: use the next day' }
  const offset = offsetMinutes(zone)
  if (offset === undefined) return { problem: 'has a time zone offset that does not exist: use -23:59 to +23:59' }
  const minutes = Number(hour) * 60 + Number(minute) - offset
  return midnight + minutes * MINUTE_MS + Number(second) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

/** The calendar repeats after 400 years. Adding a cycle keeps Date.UTC from reading the years 0 to 99 as 1900 to 1999. */
const CYCLE_YEARS = 400
const CYCLE_MS = 146_097 * DAY_MS

/** The start of a day in UTC, in epoch milliseconds; undefined if the calendar has no such day. */
function midnightOf(year: number, month: number, day: number): number | undefined {
  const daysInMonth = new Date(Date.UTC(year + CYCLE_YEARS, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth) return undefined
  return Date.UTC(year + CYCLE_YEARS, month - 1, day) - CYCLE_MS
}

/** The offset in minutes, such as 330 for `+05:30`; undefined if hours or minutes are out of range. */
function offsetMinutes(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return undefined
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

/** Epoch milliseconds as ISO-8601 in UTC, the form of all times in responses. */
export function toIso(time: number): string {
  return new Date(time).toISOString()
}

/** The time to the minute, `2026-03-01T09:30Z`, for tables. */
export function toMinute(time: number): string {
  return toIso(time).replace(/:\d\d\.\d+Z$/, 'Z')
}

/** {@link toIso} for a time that may be null. */
export function toIsoOrNull(time: number | null): string | null {
  return time === null ? null : toIso(time)
}

/** A duration in the form in which it is typed, in whole seconds: `90061000` milliseconds are `1d 1h 1m 1s`. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ]
  return (
    parts
      .filter(([count]) => count !== 0)
      .map((part) => part.join(''))
      .join(' ') || '0s'
  )
}

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/** Ten years. */
const LONGEST_MS = 3_650 * DAY_MS

export const DURATION_HINT = 'must be a time such as 500ms, 20s, 15m, 1h or 2d, of at most ten years'

/** Reads `20s`, `1h30m` or a number of milliseconds; undefined if it is invalid. @returns milliseconds */
export function parseDuration(value: string | number): number | undefined {
  const ms = typeof value === 'number' ? value : sumOf(value)
  return ms !== undefined && Number.isSafeInteger(ms) && ms >= 0 && ms <= LONGEST_MS ? ms : undefined
}

function sumOf(text: string): number | undefined {
  if (!/^(\d{1,12}(ms|[smhd]))+$/.test(text)) return undefined
  return [...text.matchAll(/(\d+)(ms|[smhd])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0),
    0,
  )
}

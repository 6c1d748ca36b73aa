import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts'
import { BadCell } from './problem.ts'

/** Which comes first in dates such as 01/05/2026. */
export type DateOrder = 'day' | 'month'

const CLOCK = String.raw`(?:(?:[Tt]|,? +)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?: ?(?<half>[AaPp])\.?[Mm]\.?)?)?`
const ZONE = String.raw`(?: ?(?<zone>Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?`
const YEAR_FIRST = new RegExp(
  String.raw`^(?<year>\d{4})(?<sign>[-/.])(?<one>\d{1,2})\k<sign>(?<two>\d{1,2})${CLOCK}${ZONE}$`,
)
const YEAR_LAST = new RegExp(
  String.raw`^(?<one>\d{1,2})(?<sign>[-/.])(?<two>\d{1,2})\k<sign>(?<year>\d{4})${CLOCK}${ZONE}$`,
)
const EPOCH = /^\d{9,13}$/
/** What most exports write. Each month has the first 28 days. */
const USUAL = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d [+-]\d{4}$/
const LENGTH = '2026-05-01 09:58:12'.length
/** A number that is earlier as milliseconds, and later as seconds, is seconds. */
const EARLIEST = Date.UTC(1980)

type TimeParts = Partial<
  Record<'year' | 'one' | 'two' | 'sign' | 'hour' | 'minute' | 'second' | 'fraction' | 'half' | 'zone', string>
>

function partsOf(cell: string): { parts: TimeParts; isYearFirst: boolean } | undefined {
  const first = YEAR_FIRST.exec(cell)?.groups
  if (first) return { parts: first, isYearFirst: true }
  const last = YEAR_LAST.exec(cell)?.groups
  return last && { parts: last, isYearFirst: false }
}

/** What a time shows about its file. */
export interface TimeShown {
  /** It has no zone of its own. */
  isLocal: boolean
  /** What comes first; undefined if the time does not show it. */
  order: DateOrder | undefined
  /** Day and month could change places. */
  isUnclear: boolean
}

export function timeShown(cell: string): TimeShown | undefined {
  if (USUAL.test(cell)) return { isLocal: false, order: undefined, isUnclear: false }
  const { parts, isYearFirst } = partsOf(cell) ?? {}
  if (!parts) return undefined
  const isLocal = parts.zone === undefined
  // A point is between day and month only where the day is first.
  if (isYearFirst || parts.sign === '.') return { isLocal, order: undefined, isUnclear: false }
  const [one, two] = [Number(parts.one), Number(parts.two)]
  const order = one > 12 ? 'day' : two > 12 ? 'month' : undefined
  return { isLocal, order, isUnclear: order === undefined && one !== two }
}

export interface TimeReading {
  /** The zone of times without one, such as `Europe/Berlin`. */
  timezone?: string | undefined
  dates?: DateOrder | undefined
}

/** A time in epoch milliseconds; undefined for the zeros that databases write for none. */
export function timeOf(cell: string, { timezone, dates }: TimeReading): number | BadCell | undefined {
  if (USUAL.test(cell))
    return Date.parse(`${cell.slice(0, 10)}T${cell.slice(11, LENGTH)}Z`) - offsetOf(cell.slice(LENGTH + 1))
  if (/^0{4}-00-00/.test(cell)) return undefined
  if (EPOCH.test(cell)) {
    const number = Number(cell)
    return number < EARLIEST && number * 1_000 >= EARLIEST ? number * 1_000 : number
  }
  const { parts, isYearFirst } = partsOf(cell) ?? {}
  if (!parts) return new BadCell('must be a time such as 2026-03-01 09:30:00')
  const isMonthFirst = isYearFirst || (parts.sign !== '.' && dates === 'month')
  const [month, day] = (isMonthFirst ? [parts.one, parts.two] : [parts.two, parts.one]).map(Number)
  const date = dayOf(Number(parts.year), month ?? 0, day ?? 0)
  const clock = clockOf(parts)
  if (date === undefined || clock === undefined) return new BadCell('is a time that does not exist')
  const local = date + clock
  if (parts.zone !== undefined) return local - offsetOf(parts.zone)
  if (timezone === undefined) return new BadCell('has no time zone')
  return inZone(local, timezone)
}

function dayOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}

/** Milliseconds since midnight. */
function clockOf({ hour = '0', minute = '0', second = '0', fraction = '', half }: TimeParts): number | undefined {
  const given = Number(hour)
  if (half !== undefined && (given < 1 || given > 12)) return undefined
  const hours = half === undefined ? given : (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return (
    hours * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3))
  )
}

function offsetOf(zone: string): number {
  const digits = zone.replace(/\D/g, '')
  if (digits === '') return 0
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return (zone.startsWith('-') ? -minutes : minutes) * MINUTE_MS
}

/** Whether the system has a time zone of this name. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Offsets change at full quarters of an hour. */
const STEP = 15 * MINUTE_MS
const MOST_OFFSETS = 50_000
const offsets = new Map<string, number>()
const formats = new Map<string, Intl.DateTimeFormat>()

function offsetAt(time: number, timezone: string): number {
  const step = Math.floor(time / STEP) * STEP
  const name = `${timezone} ${step}`
  const found = offsets.get(name)
  if (found !== undefined) return found
  let format = formats.get(timezone)
  if (!format) {
    const units = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-u-hc-h23', { timeZone: timezone, ...units })
    formats.set(timezone, format)
  }
  const part = new Map(format.formatToParts(step).map(({ type, value }) => [type, Number(value)]))
  const at = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? 0
  const offset = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute')) - step
  if (offsets.size >= MOST_OFFSETS) offsets.clear()
  offsets.set(name, offset)
  return offset
}

/** A local time in epoch milliseconds. Of an hour that a zone has twice, the first is meant. */
function inZone(local: number, timezone: string): number {
  const before = local - offsetAt(local - DAY_MS, timezone)
  if (before + offsetAt(before, timezone) === local) return before
  return local - offsetAt(local + DAY_MS, timezone)
}

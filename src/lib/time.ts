const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/

/** The instants that ISO-8601 writes with a four-digit year: 0000-01-01 to 9999-12-31. */
const EARLIEST = -62_167_219_200_000
const LATEST = 253_402_300_799_999

/** What a timestamp that can't be read lacks, as the end of a sentence that begins with the field's name. */
export type TimeProblem = { problem: string }

/**
 * Reads a timestamp: an ISO-8601 string with a time zone (`Z` or an offset, fractions allowed and cut to milliseconds)
 * or integer epoch milliseconds.
 *
 * @returns epoch milliseconds, or the problem
 */
export function parseTime(value: string | number): number | TimeProblem {
  const time = typeof value === 'number' ? value : parseIso(value)
  if (typeof time !== 'number') return time
  if (!Number.isInteger(time)) return { problem: 'must be a whole number of milliseconds' }
  if (time < EARLIEST || time > LATEST) return { problem: 'must lie between the years 0000 and 9999' }
  return time === 0 ? 0 : time
}

function parseIso(text: string): number | TimeProblem {
  const match = ISO.exec(text)
  if (!match)
    return { problem: 'must be an ISO-8601 time with a time zone, such as 2026-03-01T09:30:00Z, or epoch milliseconds' }
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] = match
  if (!zone) return { problem: 'has no time zone: end it with Z or an offset such as +02:00' }
  const midnight = new Date(`${year}-${month}-01T00:00:00Z`)
  midnight.setUTCDate(Number(day))
  // Date carries 30 February over into March instead of refusing it.
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day))
    return { problem: 'is not a date of the calendar' }
  const sinceMidnight =
    (Number(hour) * 60 + Number(minute)) * 60_000 + Number(second) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
  const offset = offsetMinutes(zone)
  if (offset === undefined) return { problem: 'has a time zone offset out of range' }
  return midnight.getTime() + sinceMidnight - offset * 60_000
}

/** `+05:30` is 330; undefined where hours or minutes are out of range. */
function offsetMinutes(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return undefined
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

/** Epoch milliseconds as ISO-8601 in UTC, the form in which every time leaves the server. */
export function toIso(time: number): string {
  return new Date(time).toISOString()
}

import { DAY_MS } from './time.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day at a moment in a time zone, such as `2026-11-27`. @param at epoch milliseconds */
export function dayIn(timeZone: string, at: number): string {
  let format = formats.get(timeZone)
  if (!format) {
    // Swedish writes dates in this form.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(at)
}

/** The day that is so many days later, or earlier with a negative number. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Whether this machine has a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

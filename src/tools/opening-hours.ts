import { isTimeZone } from '../lib/days.ts'
import { leaf, Problem } from '../lib/schema.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** When people answer. Times are such as `09:00`, in the time zone. */
export interface OpeningHours {
  timeZone: string
  open: { days: Weekday[]; from: string; until: string }[]
}

/** A time of the day as `HH:MM`, up to 24:00. */
export function timeOfDay(doc: string) {
  return valid(doc, (value) => /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value), 'must be a time such as 09:00')
}

/** The name of a time zone that this machine knows. */
export function timeZone(doc: string) {
  return valid(doc, isTimeZone, 'must be an IANA time zone, such as Europe/Berlin')
}

function valid(doc: string, isValid: (value: string) => boolean, problem: string) {
  return leaf<string, string>({
    json: { type: 'string', maxLength: 64, description: doc },
    read: (value) => (typeof value === 'string' && isValid(value) ? value : new Problem(problem)),
  })
}

/** A week and the day on which it began again. */
const MOST_DAYS = 8

/** Whether people answer at a time; if not, when they do again. @returns null if they are there */
export function nextOpening({ timeZone, open }: OpeningHours, now: number): number | null {
  const local = localReader(timeZone)
  const { day, time } = local(now)
  const isOpen = open.some(({ days, from, until }) => days.includes(day) && from <= time && time < until)
  if (isOpen) return null
  const dayBegin = now - minutesOf(time) * MINUTE_MS - (now % MINUTE_MS)
  const openings: number[] = []
  for (let offset = 0; offset < MOST_DAYS; offset++)
    for (const { days, from } of open) {
      // Corrected by what the clocks show then: days on which they change are longer or shorter.
      const guess = dayBegin + offset * DAY_MS + minutesOf(from) * MINUTE_MS
      const at = corrected(guess, from, local)
      if (at > now && days.includes(local(at).day)) openings.push(at)
    }
  return openings.length === 0 ? null : Math.min(...openings)
}

function corrected(at: number, wanted: string, local: (at: number) => { time: string }): number {
  const off = minutesOf(wanted) - minutesOf(local(at).time)
  // Across midnight the difference is a day too long.
  const minutes = off > 720 ? off - 1_440 : off < -720 ? off + 1_440 : off
  return at + minutes * MINUTE_MS
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * (HOUR_MS / MINUTE_MS) + minutes
}

function localReader(timeZone: string): (at: number) => { day: Weekday; time: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return { day: (parts.weekday ?? '').toLowerCase().slice(0, 3) as Weekday, time: `${parts.hour}:${parts.minute}` }
  }
}

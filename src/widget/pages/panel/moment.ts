import type { Words } from './texts.ts'

const DAY_MS = 86_400_000

/**
 * When people are back, in the visitor's own zone: `today at 9:00`, `tomorrow at 9:00`, `Monday at 9:00`.
 *
 * @param shopZone the zone of the shop's hours: if clocks there show another time, the visitor's zone is named
 */
export function momentText(
  { locale, say }: Words,
  { at, now, shopZone }: { at: number; now: number; shopZone: string | null },
): string {
  const days = dayOf(at) - dayOf(now)
  const day =
    days < 2
      ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
      : new Date(at).toLocaleDateString(locale, { weekday: 'long' })
  const isElsewhere = shopZone !== null && clock(at, 'en', { timeZone: shopZone }) !== clock(at, 'en', {})
  return say('moment', { day, time: clock(at, locale, isElsewhere ? { timeZoneName: 'short' } : {}) })
}

function clock(at: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit', ...options })
}

/** The number of the day on the visitor's calendar. */
function dayOf(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS
}

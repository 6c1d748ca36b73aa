const DAY_MS = 86_400_000
/** From here on a weekday is not enough. */
const WEEK = 7

/** A moment, and whose clocks show it. */
export interface Back {
  /** Epoch milliseconds. */
  at: number
  now: number
  /** BCP 47, of the reader. */
  locale: string
  /** The time zone of the reader; undefined: that of this machine. */
  zone: string | undefined
  /** The zone of the shop's hours; null if it has none. */
  shopZone: string | null
}

/**
 * When people are back, on the reader's calendar and clock: `today at 9:00`, `tomorrow at 9:00`, `Monday at 9:00`. The zone is named if the
 * clocks of the shop show another time.
 *
 * @param join puts a day and a time together, such as `{day} at {time}`
 */
export function whenBack(
  { at, now, locale, zone, shopZone }: Back,
  join: (day: string, time: string) => string,
): string {
  const clock = (language: string, options: Intl.DateTimeFormatOptions) =>
    new Date(at).toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit', ...options })
  const inZone = zone === undefined ? {} : { timeZone: zone }
  const isElsewhere = shopZone !== null && clock('en', { timeZone: shopZone }) !== clock('en', inZone)
  return join(
    dayName({ at, now, locale, zone }),
    clock(locale, { ...inZone, ...(isElsewhere ? { timeZoneName: 'short' } : {}) }),
  )
}

function dayName({ at, now, locale, zone }: Omit<Back, 'shopZone'>): string {
  const dayOf = (moment: number) =>
    // Swedish writes dates as 2026-03-02.
    Date.parse(new Date(moment).toLocaleDateString('sv', zone === undefined ? {} : { timeZone: zone }))
  const days = Math.round((dayOf(at) - dayOf(now)) / DAY_MS)
  if (days < 2) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
  const date = days < WEEK ? {} : ({ day: 'numeric', month: 'long' } as const)
  const options = { weekday: 'long', ...date, ...(zone === undefined ? {} : { timeZone: zone }) } as const
  const named = new Date(at).toLocaleDateString(locale, options)
  return /^es\b/.test(locale) ? `el ${named}` : named
}

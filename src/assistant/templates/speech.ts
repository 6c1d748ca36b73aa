import { localAmount } from '../../lib/amounts.ts'
import { de } from './de.ts'
import { en, type Templates } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

const byLanguage: Record<string, Templates> = { en, de, fr, es }

const MOMENT = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
} as const

/** The sentences of a language, with its way to write dates and amounts. */
export interface Speech {
  language: string
  says: Templates
  /** A date in UTC, such as `3 March 2026`. */
  date(iso: string): string
  /** A day and time, such as `Monday 2 March, 09:00`, in a time zone. */
  moment(at: number, timeZone: string): string
  /** @param amount in minor units */
  amount(amount: number, currency: string): string
}

/** @param language one without templates speaks English */
export function speechOf(language: string): Speech {
  const locale = language in byLanguage ? language : 'en'
  const says = byLanguage[locale] ?? en
  return {
    language: locale,
    says,
    // Formats of Intl would take 7 MB of memory in every server whose assistant has named a date.
    date: (iso) => {
      const date = new Date(iso)
      return says.date(date.getUTCDate(), says.months[date.getUTCMonth()] ?? '', date.getUTCFullYear())
    },
    moment: (at, timeZone) =>
      new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...MOMENT, timeZone }).format(at),
    amount: (amount, currency) => localAmount(amount, currency, locale),
  }
}

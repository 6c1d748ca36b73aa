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

/** Formats of dates take half a millisecond to make, and memory of which the garbage collector knows little. */
const made = new Map<string, Speech>()

/** @param language one without templates speaks English */
export function speechOf(language: string): Speech {
  const locale = language in byLanguage ? language : 'en'
  const speech = made.get(locale) ?? createSpeech(locale)
  made.set(locale, speech)
  return speech
}

function createSpeech(locale: string): Speech {
  const says = byLanguage[locale] ?? en
  const tag = locale === 'en' ? 'en-GB' : locale
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    language: locale,
    says,
    date: (iso) => dates.format(new Date(iso)),
    moment: (at, timeZone) => new Intl.DateTimeFormat(tag, { ...MOMENT, timeZone }).format(at),
    amount: (amount, currency) => localAmount(amount, currency, locale),
  }
}

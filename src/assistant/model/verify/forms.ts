import { minorDigits } from '../../../lib/amounts.ts'
import { remembered } from '../../../lib/remember.ts'
import { literally } from '../../../lib/text.ts'

/** An amount in minor units. */
export interface Amount {
  amount: number
  currency: string
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** Formats in UTC. They are kept: making one takes longer than all that is done with it. */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const found = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  dateFormats.set(key, found)
  return found
}

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const found = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options)
  // Currencies come from the data of shops, so there may be any number of them.
  if (numberFormats.size > MOST_FORMATS) numberFormats.clear()
  numberFormats.set(key, found)
  return found
}

const MOST_FORMATS = 1_000

/** The names of the months in dates of a language, in lower case. */
export const monthsOf: (language: string) => readonly string[] = remembered(readMonths)

/** Sunday to Saturday in a language, in lower case. */
export const weekdaysOf: (language: string) => readonly string[] = remembered(readWeekdays)

function readMonths(language: string): string[] {
  const format = dateFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long' })
  return Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(new Date(Date.UTC(2026, month, 15)))
    return (parts.find(({ type }) => type === 'month')?.value ?? '').toLowerCase()
  })
}

function readWeekdays(language: string): string[] {
  const format = dateFormat(language, { weekday: 'long' })
  return Array.from({ length: 7 }, (_, day) => format.format(new Date(Date.UTC(2026, 1, 1 + day))).toLowerCase())
}

/** All ways to write a date that mean nothing else, as patterns; dates are in UTC, as the templates write them. */
export function dateForms(iso: string, language: string): string[] {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return []
  const forms = new Set<string>()
  for (const locale of [language, 'en-GB', 'en-US', ...(language === 'en' ? [] : [`${language}-u-nu-latn`])]) {
    const add = (options: Intl.DateTimeFormatOptions) => {
      const text = dateFormat(locale, options).format(date)
      forms.add(text)
      forms.add(text.replaceAll(/[.,]/g, ''))
      // British formats have no comma behind a weekday, the templates do.
      if (options.weekday !== undefined) forms.add(text.replace(/^(\p{L}+) /u, '$1, '))
    }
    for (const dateStyle of ['full', 'long', 'medium'] as const) add({ dateStyle })
    for (const month of ['long', 'short'] as const) {
      add({ day: 'numeric', month })
      add({ weekday: 'long', day: 'numeric', month })
      add({ weekday: 'short', day: 'numeric', month, year: 'numeric' })
    }
  }
  const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-')
  // Not every language writes a weekday before a year as its own long form does.
  for (const form of [...forms]) if (!form.includes(year)) forms.add(`${form} ${year}`)
  forms.add(`${year}-${month}-${day}`)
  // With dots the day comes first everywhere.
  for (const [d, m] of [
    [day, month],
    [String(Number(day)), String(Number(month))],
  ])
    forms.add(`${d}.${m}.${year}`)
  const ordinal = dateFormat('en-GB', { month: 'long' }).format(date)
  for (const suffix of ['st', 'nd', 'rd', 'th']) {
    forms.add(`${Number(day)}${suffix} ${ordinal}`)
    forms.add(`${Number(day)}${suffix} of ${ordinal}`)
    forms.add(`${ordinal} ${Number(day)}${suffix}`)
    forms.add(`${ordinal} ${Number(day)}${suffix}, ${year}`)
    forms.add(`${Number(day)}${suffix} ${ordinal} ${year}`)
  }
  return [...forms]
}

interface CurrencyMarks {
  /** The codes of currencies by their signs, such as `€`, `CA$` or `$US`. */
  marks: ReadonlyMap<string, string>
  /** An amount: a sign or code before or after a number. */
  pattern: RegExp
}

const marksOf = new Map<string, CurrencyMarks>()

/** How a language writes currencies. */
export function currencyMarks(language: string): CurrencyMarks {
  const known = marksOf.get(language)
  if (known) return known
  const marks = new Map<string, string>()
  for (const currency of Intl.supportedValuesOf('currency')) {
    const parts = new Intl.NumberFormat(language, { style: 'currency', currency }).formatToParts(0)
    marks.set(parts.find(({ type }) => type === 'currency')?.value ?? currency, currency)
  }
  const signs = [...marks.keys()].sort((one, other) => other.length - one.length).map((sign) => literally(sign))
  const mark = `(${signs.join('|')}|[A-Z]{3})`
  const space = '[ \\u00a0\\u202f]'
  const number = `(?<![\\d.,])(\\d{1,3}(?:[.,\\u00a0\\u202f]\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?)(?![\\d])`
  const pattern = new RegExp(`(?:(?<!\\p{L})${mark}${space}?)?${number}(?:${space}?${mark}(?!\\p{L}))?`, 'gu')
  const found = { marks, pattern }
  marksOf.set(language, found)
  return found
}

/** The ways to write a date without its year. */
export function nearDateForms(iso: string, language: string): string[] {
  return dateForms(iso, language).filter((form) => !form.includes(iso.slice(0, 4)))
}

/** All ways to write an amount. */
export function amountForms({ amount, currency }: Amount, language: string): string[] {
  const digits = minorDigits(currency)
  const value = amount / 10 ** digits
  const forms = new Set<string>()
  const numbers = new Set<string>()
  for (const locale of [language, 'en', 'de', 'fr']) {
    const of = (options: Intl.NumberFormatOptions) => numberFormat(locale, options).format(value)
    for (const minimumFractionDigits of Number.isInteger(value) ? [digits, 0] : [digits]) {
      const places = { minimumFractionDigits, maximumFractionDigits: digits }
      forms.add(of({ style: 'currency', currency, ...places }))
      forms.add(of({ style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...places }))
      numbers.add(of(places))
      numbers.add(of({ useGrouping: false, ...places }))
    }
  }
  const symbol = numberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value
  for (const number of numbers)
    for (const unit of [currency, symbol ?? currency, ...(NAMES[currency] ?? [])])
      for (const form of [`${number} ${unit}`, `${number}${unit}`, `${unit} ${number}`, `${unit}${number}`])
        forms.add(form)
  return [...forms].map((form) => form.replaceAll(/[\u00a0\u202f]/g, ' '))
}

const NAMES: Record<string, string[]> = {
  EUR: ['euro', 'euros', 'Euro', 'Euros'],
  USD: ['dollars', 'US dollars', 'US$'],
  GBP: ['pounds', 'Pounds'],
  PLN: ['zł', 'zlotych', 'złotych'],
}

/** The names of months and weekdays, and words such as tomorrow and next week: each says a date. */
export function dateWords(language: string): string[] {
  const found = new Set<string>()
  for (const locale of new Set([language, 'en'])) {
    for (const style of ['long', 'short'] as const) {
      for (let month = 0; month < 12; month++)
        for (const options of [{ month: style }, { month: style, day: 'numeric' as const }])
          add(found, partOf(locale, options, 'month', new Date(Date.UTC(2026, month, 15))))
      for (let day = 0; day < 7; day++)
        add(found, partOf(locale, { weekday: style }, 'weekday', new Date(Date.UTC(2026, 1, 1 + day))))
    }
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    for (const unit of ['day', 'week', 'month', 'year'] as const)
      for (const value of [-2, -1, 0, 1, 2]) {
        const text = relative.format(value, unit)
        if (!/\d/.test(text)) add(found, text)
      }
  }
  return [...found]
}

function add(found: Set<string>, text: string): void {
  const word = text.toLowerCase().replace(/\.$/, '')
  // Shorter ones, and `may`, are also other words; a date with them has digits, which are checked.
  if (word.length > 3) found.add(word)
}

function partOf(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  type: Intl.DateTimeFormatPartTypes,
  date: Date,
): string {
  const parts = dateFormat(locale, options).formatToParts(date)
  return parts.find((part) => part.type === type)?.value ?? ''
}

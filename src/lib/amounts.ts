import { minorDigits } from './minor-digits.ts'

/** Formats an amount in minor units for people, such as `12.50 EUR`. */
export function formatAmount(amount: number, currency: string): string {
  const digits = minorDigits(currency)
  const padded = String(amount).padStart(digits + 1, '0')
  const whole = padded.slice(0, padded.length - digits)
  return `${whole}${digits > 0 ? `.${padded.slice(-digits)}` : ''} ${currency}`
}

/** Languages that write a comma between the units. */
const COMMA = new Set(['de', 'fr', 'es'])

/** Formats an amount for customers, such as `12,50 EUR` in German. */
export function localAmount(amount: number, currency: string, language: string): string {
  const text = formatAmount(amount, currency)
  return COMMA.has(language) ? text.replace('.', ',') : text
}

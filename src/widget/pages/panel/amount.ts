import { minorDigits } from '../../../lib/amounts.ts'

/** An amount in minor units as people of a language read it, exact, with the digits of its currency: `€39.00`, `39,00 €`, `¥3,900`. */
export function amountText(amount: number, currency: string, locale: string): string {
  const digits = minorDigits(currency)
  const units = String(amount).padStart(digits + 1, '0')
  const whole = units.slice(0, units.length - digits)
  // As text: a number has too few digits for the largest amounts.
  const exact = (digits === 0 ? whole : `${whole}.${units.slice(-digits)}`) as `${number}`
  const form = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(locale, form).format(exact)
}

import { minorDigits } from '../../../lib/amounts.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** An amount in minor units as people read it, with the digits of its currency: `€39.00`, `¥3,900`. */
export function amountText(amount: number, currency: string): string {
  const digits = minorDigits(currency)
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    formats.set(currency, format)
  }
  return format.format(amount / 10 ** digits)
}

/** Minor units of what somebody typed, such as `39`, `39.5` or `39,50`; undefined if it is not an amount of the currency. */
export function minorUnits(typed: string, currency: string): number | undefined {
  const digits = minorDigits(currency)
  const [, whole = '', part = ''] = /^(\d{1,12})(?:[.,](\d*))?$/.exec(typed.trim()) ?? []
  if (whole === '' || part.length > digits) return undefined
  return Number(whole + part.padEnd(digits, '0'))
}

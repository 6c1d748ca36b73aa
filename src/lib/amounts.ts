/** Number of digits that are minor units, for currencies for which ISO 4217 has another number than two. */
const DIGITS = new Map(
  [
    { digits: 0, codes: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF' },
    { digits: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
    { digits: 4, codes: 'CLF UYW' },
  ].flatMap(({ digits, codes }) => codes.split(' ').map((code) => [code, digits] as const)),
)

/**
 * How many digits of an amount in minor units are after its point, by ISO 4217. `Intl` has the digits that people usually see: with
 * those an amount in HUF would be shown a hundred times too large.
 */
export function minorDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2
}

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

/** Formats an amount for the people of a shop in English, such as `€12.50`. */
export function peopleAmount(amount: number, currency: string): string {
  const digits = minorDigits(currency)
  const format = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat('en', format).format(amount / 10 ** digits)
}

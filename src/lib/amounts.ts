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

/**
 * An amount in minor units as people of a language read it, exact, with the digits of its currency: `€39.00`, `39,00 €`, `¥3,900`.
 *
 * @param locale as BCP 47: with a country, as people write it there
 */
export function localAmount(amount: number, currency: string, locale: string): string {
  const digits = minorDigits(currency)
  const units = String(amount).padStart(digits + 1, '0')
  const whole = units.slice(0, units.length - digits)
  // As text: a number has too few digits for the largest amounts.
  const exact = (digits === 0 ? whole : `${whole}.${units.slice(-digits)}`) as `${number}`
  const form = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(locale, form).format(exact)
}

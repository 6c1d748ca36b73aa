import { minorDigits } from '../../lib/amounts.ts'

const SIGN = '[€$£]|(?:eur|usd|gbp|chf)(?!\\p{L})'
const WORD = '€|\\$|£|(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|franken|francs?|d[oó]lares|libras)(?!\\p{L})'
const AMOUNT = new RegExp(`(?<![\\p{L}\\d.,])(${SIGN})?\\s?(\\d{1,7})(?:[.,](\\d{1,2})(?!\\d))?\\s?(${WORD})?`, 'giu')

/** Returns a function that finds whether a text names an amount in minor units: `€39`, `39 euros`, `39,90`. Whole numbers need a currency. */
export function createAmountFinder(text: string): (amount: number, currency: string) => boolean {
  const named = [...text.matchAll(AMOUNT)].flatMap(([, sign, whole = '', part, word]) =>
    part === undefined && sign === undefined && word === undefined ? [] : [Number(`${whole}.${part ?? '0'}`)],
  )
  return (amount, currency) => named.some((one) => Math.round(one * 10 ** minorDigits(currency)) === amount)
}

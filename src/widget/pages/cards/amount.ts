import { localAmount } from '../../../lib/amounts.ts'
import type { Words } from '../panel/texts.ts'

/** An amount in minor units as the messages beside it write it: by the language alone, in whatever country the visitor is. */
export function amountText(amount: number, currency: string, { locale }: Pick<Words, 'locale'>): string {
  return localAmount(amount, currency, new Intl.Locale(locale).language)
}

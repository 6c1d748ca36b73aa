import { plainNumber } from '../objects/find/filter.ts'
import { mayBeNumber } from '../tools/order-number.ts'
import type { ViewedOrder } from '../tools/order-view.ts'
import { anyNumbersIn, createNumberFinder } from './understand/numbers.ts'

/** A number of so many digits is a size or a quantity, unless the message has nothing else, or says that it is a number. */
const USUAL = /^\d{1,3}$/

/**
 * The customer's own orders that a text names: spelled in whatever way; by digits that would else be a year, a postcode or an amount; or
 * without the prefix, suffix or zeros of the number, if that leaves one.
 *
 * @param likely what the text has of likely order numbers; without one, any digits count
 */
export function ownNamed(own: ViewedOrder[], text: string, likely: string[]): ViewedOrder[] {
  const isSpelled = createNumberFinder(text)
  const spelled = own.filter(({ number }) => isSpelled(number))
  if (spelled.length > 0) return spelled
  const alone = text.replaceAll(/[^\p{L}\p{N}/_#-]+/gu, ' ').trim()
  const any = likely.length > 0 ? likely : anyNumbersIn(text)
  const plain = new Set(any.map((number) => plainNumber(number)))
  const equal = own.filter(({ number }) => {
    const key = plainNumber(number)
    const isUsual = key !== undefined && USUAL.test(key)
    return plain.has(key) && (!isUsual || likely.length > 0 || key === plainNumber(alone))
  })
  if (equal.length > 0) return equal
  const like = own.filter(({ number }) => likely.some((written) => mayBeNumber(written, number)))
  return new Set(like.map(({ number }) => plainNumber(number))).size === 1 ? like : []
}

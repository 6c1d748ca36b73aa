import { MOST_CARDS, MOST_OPTIONS, MOST_PRODUCTS, MOST_TITLES, type ProductCard } from '../conversations/cards.ts'
import { optionsOf } from '../tools/choose-variants.ts'
import type { Availability, ViewedProduct } from '../tools/get-product.ts'
import { orderCard, short } from '../tools/order-card.ts'
import type { ViewedItem, ViewedOrder } from '../tools/order-view.ts'
import type { Offer } from '../tools/refund-desk.ts'
import type { Draft } from './draft.ts'

/*
 * Cards beside the words of an answer. They show what the tools have returned, which for guests is less, so nothing is hidden here again.
 */

export function showOrder({ cards }: Draft, order: ViewedOrder): void {
  const isShown = cards.some((card) => card.type === 'order' && card.order.number === order.number)
  if (cards.length < MOST_CARDS && !isShown) cards.push({ type: 'order', order: orderCard(order) })
}

/** Shows products together on one card, each once. */
export function showProducts({ cards }: Draft, products: ViewedProduct[]): void {
  const found = cards.find((card) => card.type === 'products')
  const before = found?.products ?? []
  const fresh = products.filter(({ id }) => !before.some((one) => one.id === id)).map(productCard)
  const all = [...before, ...fresh].slice(0, MOST_PRODUCTS)
  if (found) found.products = all
  else if (all.length > 0 && cards.length < MOST_CARDS) cards.push({ type: 'products', products: all })
}

/** The best first: a product is there if one of its variants is. */
const BEST: Availability[] = ['available', 'low', 'backorder', 'unavailable', 'unknown']
const SHOWN: Record<Availability, ProductCard['availability']> = {
  available: 'in_stock',
  low: 'low',
  backorder: 'backorder',
  unavailable: 'out',
  unknown: 'unknown',
}

function productCard(product: ViewedProduct): ProductCard {
  const { id, title, picture, url, variants } = product
  const best = BEST.find((one) => variants.some(({ availability }) => availability === one)) ?? 'unknown'
  const prices = variants.flatMap(({ price }) => price ?? [])
  const currencies = new Set(variants.map(({ currency }) => currency))
  const [currency] = currencies
  // Prices of two currencies can't be compared.
  const isPriced = prices.length > 0 && currencies.size === 1 && currency
  const values = optionsOf(product).flatMap(({ values }) => (values.length > 1 ? values : []))
  return {
    ...{ id, title: short(title), picture, url },
    price: isPriced ? Math.min(...prices) : null,
    currency: isPriced ? currency : null,
    hasOtherPrices: Boolean(isPriced) && Math.max(...prices) > Math.min(...prices),
    availability: SHOWN[best],
    options: values.slice(0, MOST_OPTIONS).map(short),
  }
}

/** The card on which a refund is offered, and which then shows what became of it. A trial has no refund. */
export function showRefund(
  { cards }: Draft,
  { number }: ViewedOrder,
  { refundId, amount, currency }: Offer & { isOffered: true },
  items: ViewedItem[],
): void {
  if (refundId === null || amount === null || currency === null) return
  const lines = items.slice(0, MOST_TITLES).map(({ title, quantity }) => ({ title: short(title), quantity }))
  const isShown = cards.some(({ type }) => type === 'refund')
  if (!isShown && cards.length < MOST_CARDS)
    cards.push({ type: 'refund', refund: { actionId: refundId, orderNumber: number, amount, currency, lines } })
}

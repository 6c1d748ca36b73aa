import { plainNumber } from '../../objects/find/filter.ts'
import type { ViewedOrder } from '../../tools/order-view.ts'
import type { Speech } from '../languages/language.ts'

/** Titles in the name of an order: more do not fit on a button. */
const MOST_TITLES = 2
const LONGEST_TITLE = 60

/**
 * What people call an order among others: its number, and for orders with one number also the items and the day. Shops give out a number
 * twice if they split an order, or if each of two channels counts for itself.
 */
export function nameAmong(others: ViewedOrder[], order: ViewedOrder, speech: Speech): string {
  const kin = withNumber(others, order)
  const details = detailsOf(order, speech)
  if (kin.length < 2) return order.number
  const alike = kin.filter((other) => detailsOf(other, speech) === details)
  const place = alike.length > 1 ? alike.findIndex(({ id }) => id === order.id) + 1 : 0
  const all = [details, place > 0 ? String(place) : ''].filter(Boolean).join(', ')
  return all === '' ? order.number : `${order.number} (${all})`
}

/** The orders with the number of one of them, each once. */
function withNumber(orders: ViewedOrder[], { number }: ViewedOrder): ViewedOrder[] {
  const same = orders.filter((other) => plainNumber(other.number) === plainNumber(number))
  return [...new Map(same.map((other) => [other.id, other])).values()]
}

function detailsOf(order: ViewedOrder, { date }: Speech): string {
  return [...titlesOf(order), ...(order.placedAt === null ? [] : [date(order.placedAt)])].join(', ')
}

function titlesOf({ items }: ViewedOrder): string[] {
  const titles = items.slice(0, MOST_TITLES).map(({ title }) => title.slice(0, LONGEST_TITLE).toWellFormed())
  return items.length > MOST_TITLES ? [...titles, '…'] : titles
}

/** The name of an order with its items, for customers who do not know the number. */
export function withTitles(name: string, order: ViewedOrder): string {
  return [name, titlesOf(order).join(', ')].filter(Boolean).join(': ')
}

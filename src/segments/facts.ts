/*
 * The facts about a customer that rules of segments compare. What the shop pushes of a customer wins, field by field; the rest is counted
 * from the orders with the id of the customer.
 */

/** The fields of a customer that facts come from, as stored. */
export interface CustomerFields {
  tags?: string[]
  totalSpent?: number
  totalSpentCurrency?: string
  ordersCount?: number
  marketingConsent?: boolean
  addresses?: { country?: string }[]
}

/** An order, as far as it counts. */
export interface CountedOrder {
  status: string | null
  placedAt: number | null
  cancelledAt?: number
  currency?: string
  total?: number
  refundedTotal?: number
}

export interface CustomerFacts {
  ordersCount: number
  /** The spent amounts by currency, in minor units, sorted by currency. Empty if there is no amount. */
  spent: [currency: string, amount: number][]
  firstOrderAt: number | null
  lastOrderAt: number | null
  country: string | null
  marketingConsent: boolean | null
  /** Only pushed tags. */
  tags: string[]
}

export function factsOf(customer: CustomerFields, orders: CountedOrder[]): CustomerFacts {
  const { totalSpent, totalSpentCurrency, ordersCount, marketingConsent = null, tags = [], addresses = [] } = customer
  const placed = orders.map(({ placedAt }) => placedAt).filter((time) => time !== null)
  return {
    ordersCount: ordersCount ?? orders.length,
    spent:
      totalSpent !== undefined && totalSpentCurrency !== undefined
        ? [[totalSpentCurrency, totalSpent]]
        : countedSpend(orders),
    firstOrderAt: placed.length === 0 ? null : placed.reduce((one, other) => Math.min(one, other)),
    lastOrderAt: placed.length === 0 ? null : placed.reduce((one, other) => Math.max(one, other)),
    // A null or missing country of one address does not hide that of the next.
    country: addresses.find((address) => address.country)?.country ?? null,
    marketingConsent,
    tags,
  }
}

function countedSpend(orders: CountedOrder[]): CustomerFacts['spent'] {
  const sums = new Map<string, bigint>()
  for (const { status, cancelledAt, currency, total, refundedTotal = 0 } of orders) {
    if (status === 'cancelled' || cancelledAt !== undefined) continue
    if (currency === undefined || total === undefined) continue
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(total) - BigInt(refundedTotal))
  }
  return [...sums]
    .map(([currency, sum]): [string, number] => [currency, toSafe(sum)])
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Sums of safe integers may be larger than one. */
function toSafe(sum: bigint): number {
  const max = BigInt(Number.MAX_SAFE_INTEGER)
  return Number(sum > max ? max : sum < -max ? -max : sum)
}

/** Between the tags of one customer. Tags may contain it, then it is escaped. */
const SEPARATOR = '\u001f'

/** All tags as one text that contains {@link taggedWith} of exactly these tags; null without tags. */
export function tagsText(tags: string[]): string | null {
  return tags.length === 0 ? null : tags.map(taggedWith).join('')
}

export function taggedWith(tag: string): string {
  return `${SEPARATOR}${tag.replaceAll('\\', '\\\\').replaceAll(SEPARATOR, '\\u')}${SEPARATOR}`
}

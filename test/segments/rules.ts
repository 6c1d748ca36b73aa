import { DAY_MS } from '../../src/lib/time.ts'
import type { Condition, Rule, RulePart } from '../../src/segments/rule.ts'
import { fc } from '../support/properties.ts'

/*
 * Random rules and customers, and a model that says which customers fit: the plainest code, which shares nothing with the SQL.
 */

export interface ModelCustomer {
  tags: string[]
  agentTags: string[]
  totalSpent?: number
  totalSpentCurrency?: string
  ordersCount?: number
  marketingConsent?: boolean
  addresses?: { country?: string | null }[]
}

export interface ModelOrder {
  customerId?: string
  status?: string
  cancelledAt?: number
  currency?: string
  total?: number
  refundedTotal?: number
  placedAt?: number
}

/** Tags that differ in what a text search could mistake. */
export const tags = [
  'vip',
  'VIP',
  'vi',
  '%',
  "'; DROP TABLE segments; --",
  '\\',
  '\u001f',
  '\\u',
  'a',
  'b',
  'a\u001f\u001fb',
]
export const currencies = ['EUR', 'USD', 'JPY']
export const countries = ['DE', 'AT', 'US']
export const START = Date.parse('2026-01-01T00:00:00Z')
export const NOW = START + 100 * DAY_MS

const amounts = [0, 1, 99, 100, 101, 5_000]
const counts = [0, 1, 2, 3]
const times = [0, 1, 50, 99, 100].map((day) => START + day * DAY_MS)

const comparison = fc.constantFrom('=', '!=', '<', '<=', '>', '>=') as fc.Arbitrary<Condition['op']>
const equality = fc.constantFrom('=', '!=') as fc.Arbitrary<Condition['op']>
const iso = fc.constantFrom(...times.map((time) => new Date(time).toISOString()))
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constant('totalSpent' as const),
    op: comparison,
    value: fc.constantFrom(...amounts),
    currency: fc.constantFrom(...currencies),
  }),
  fc.record({ field: fc.constant('ordersCount' as const), op: comparison, value: fc.constantFrom(...counts) }),
  fc.record({
    field: fc.constant('ordersCount' as const),
    op: fc.constant('in' as const),
    value: fc.uniqueArray(fc.constantFrom(...counts), { minLength: 1 }),
  }),
  fc.record({ field: fc.constantFrom('firstOrderAt' as const, 'lastOrderAt' as const), op: comparison, value: iso }),
  fc.record({
    field: fc.constantFrom('firstOrderAt' as const, 'lastOrderAt' as const),
    op: fc.constant('withinDays' as const),
    value: fc.constantFrom(1, 50, 100, 36_500),
  }),
  fc.record({ field: fc.constant('tag' as const), op: equality, value: fc.constantFrom(...tags) }),
  fc.record({
    field: fc.constant('tag' as const),
    op: fc.constant('in' as const),
    value: fc.uniqueArray(fc.constantFrom(...tags), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ field: fc.constant('country' as const), op: equality, value: fc.constantFrom(...countries) }),
  fc.record({
    field: fc.constant('country' as const),
    op: fc.constant('in' as const),
    value: fc.uniqueArray(fc.constantFrom(...countries), { minLength: 1 }),
  }),
  fc.record({ field: fc.constant('marketingConsent' as const), op: equality, value: fc.boolean() }),
)

const group = (parts: fc.Arbitrary<RulePart>): fc.Arbitrary<Rule> =>
  fc
    .tuple(fc.constantFrom('all', 'any', 'not'), fc.array(parts, { minLength: 1, maxLength: 3 }))
    .map(([kind, list]) => ({ [kind]: list }) as unknown as Rule)

/** Rules of up to four levels. */
export const anyRule: fc.Arbitrary<Rule> = [1, 2, 3].reduce(
  (inner) => group(fc.oneof({ weight: 3, arbitrary: condition }, inner)),
  group(condition),
)

/** `often`: how often there is a value, to one time without. */
const maybe = <T>(value: fc.Arbitrary<T>, often = 3) => fc.option(value, { nil: undefined, freq: often })
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

export const anyCustomer = fc.record({
  tags: maybe(fc.uniqueArray(fc.constantFrom(...tags), { maxLength: 4 })),
  spent: seldom(fc.tuple(fc.constantFrom(...amounts), fc.constantFrom(...currencies))),
  ordersCount: seldom(fc.constantFrom(...counts)),
  marketingConsent: maybe(fc.boolean()),
  addresses: maybe(
    fc.array(fc.record({ country: fc.constantFrom<string | null>(...countries, null) }), { maxLength: 2 }),
  ),
})

export const anyOrder = fc.record({
  customerId: maybe(fc.constantFrom('a', 'b', 'B', 'never pushed'), 10),
  status: maybe(fc.constantFrom('shipped', 'cancelled')),
  cancelledAt: seldom(fc.constant(START)),
  currency: maybe(fc.constantFrom(...currencies), 10),
  total: maybe(fc.constantFrom(...amounts), 10),
  refundedTotal: maybe(fc.constantFrom(...amounts)),
  placedAt: maybe(fc.constantFrom(...times)),
})

export function fits(rule: Rule, customer: ModelCustomer, orders: ModelOrder[]): boolean {
  const holds = (part: RulePart) => ('field' in part ? meets(part, customer, orders) : fits(part, customer, orders))
  if ('all' in rule) return rule.all.every(holds)
  if ('any' in rule) return rule.any.some(holds)
  return !rule.not.some(holds)
}

function meets({ field, op, value, currency }: Condition, customer: ModelCustomer, orders: ModelOrder[]): boolean {
  if (field === 'tag') {
    const has = [value].flat().some((tag) => [...customer.tags, ...customer.agentTags].includes(String(tag)))
    return op === '!=' ? !has : has
  }
  const placed = orders.flatMap(({ placedAt }) => (placedAt === undefined ? [] : [placedAt])).sort((a, b) => a - b)
  const known = {
    totalSpent: spentIn(currency ?? '', customer, orders),
    ordersCount: customer.ordersCount ?? orders.length,
    firstOrderAt: placed[0],
    lastOrderAt: placed.at(-1),
    country: customer.addresses?.map((address) => address.country).find((country) => typeof country === 'string'),
    marketingConsent: customer.marketingConsent,
  }[field]
  if (known === undefined || known === null) return false
  const isTime = field === 'firstOrderAt' || field === 'lastOrderAt'
  if (op === 'withinDays') return Number(known) >= NOW - Number(value) * DAY_MS
  if (op === 'in') return (value as unknown[]).includes(known)
  const other = isTime ? Date.parse(String(value)) : (value as typeof known)
  if (op === '=') return known === other
  if (op === '!=') return known !== other
  if (op === '<') return known < other
  if (op === '<=') return known <= other
  if (op === '>') return known > other
  return known >= other
}

/** Undefined if there are only amounts in other currencies. */
function spentIn(currency: string, customer: ModelCustomer, orders: ModelOrder[]): number | undefined {
  if (customer.totalSpent !== undefined)
    return customer.totalSpentCurrency === currency ? customer.totalSpent : undefined
  const counted = orders.filter(
    (order) =>
      order.status !== 'cancelled' &&
      order.cancelledAt === undefined &&
      order.currency !== undefined &&
      order.total !== undefined,
  )
  if (counted.length === 0) return 0
  const own = counted.filter((order) => order.currency === currency)
  if (own.length === 0) return undefined
  return own.reduce((sum, { total = 0, refundedTotal = 0 }) => sum + total - refundedTotal, 0)
}

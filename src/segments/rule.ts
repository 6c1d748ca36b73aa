/*
 * The rule of a segment: groups of conditions on facts about a customer. A rule is checked when its segment is created and stored as
 * JSON, with times as ISO-8601. Everything in it is bounded, since each list of members tests it on many customers.
 */

const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const

/** The fields of conditions, and the operators of each. */
export const fieldOperators = {
  totalSpent: comparisons,
  ordersCount: [...comparisons, 'in'],
  firstOrderAt: [...comparisons, 'withinDays'],
  lastOrderAt: [...comparisons, 'withinDays'],
  tag: ['=', '!=', 'in'],
  country: ['=', '!=', 'in'],
  marketingConsent: ['=', '!='],
} as const

export type Field = keyof typeof fieldOperators
export type Operator = (typeof comparisons)[number] | 'in' | 'withinDays'

export interface Condition {
  field: Field
  op: Operator
  value: string | number | boolean | (string | number)[]
  /** Of `totalSpent` alone. */
  currency?: string
}

/** `all`: every part holds; `any`: at least one holds; `not`: none holds. */
export type Rule = { all: Part[] } | { any: Part[] } | { not: Part[] }
export type Part = Condition | Rule

export function isTimeField(field: Field): boolean {
  return field === 'firstOrderAt' || field === 'lastOrderAt'
}

export const groupKinds = ['all', 'any', 'not'] as const

export const MAX_DEPTH = 4
export const MAX_CONDITIONS = 50
export const MAX_LISTED = 100
/** Of a whole rule: each is compared with each customer. */
export const MAX_VALUES = 200
export const MAX_DAYS = 36_500

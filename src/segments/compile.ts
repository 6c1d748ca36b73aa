import { DAY_MS } from '../lib/time.ts'
import type { Sql, SqlValue } from '../store/store.ts'
import { taggedWith } from './facts.ts'
import { type Condition, isTimeField, type Rule, type RuleField, type RulePart } from './rule.ts'

/**
 * A rule as an SQL condition on a row of `customer_facts` with the alias `facts`. Fields and operators select constant texts; every value
 * is bound to a question mark.
 *
 * A condition on an unknown value is false, also with `!=`. So each condition is true or false, and `not` inverts it.
 */
export function compileRule(rule: Rule, workspaceId: string, now: number): Sql {
  return compileGroup(rule, { workspaceId, now })
}

interface Scope {
  workspaceId: string
  /** What `withinDays` counts from, in epoch milliseconds. */
  now: number
}

function compileGroup(rule: Rule, scope: Scope): Sql {
  if ('all' in rule) return joined(rule.all, ' AND ', scope)
  if ('any' in rule) return joined(rule.any, ' OR ', scope)
  const { text, values } = joined(rule.not, ' OR ', scope)
  return { text: `NOT ${text}`, values }
}

function joined(parts: RulePart[], operator: ' AND ' | ' OR ', scope: Scope): Sql {
  const compiled = parts.map((part) => ('field' in part ? compileCondition(part, scope) : compileGroup(part, scope)))
  return {
    text: `(${compiled.map(({ text }) => text).join(operator)})`,
    values: compiled.flatMap(({ values }) => values),
  }
}

function compileCondition(condition: Condition, scope: Scope): Sql {
  if (condition.field === 'tag') return compileTag(condition, scope)
  const known = COLUMNS[condition.field](condition, scope.workspaceId)
  const { text, values } = compare(condition, known, scope.now)
  return { text: `coalesce(${text}, FALSE)`, values }
}

/** The SQL of the value that a field stands for; null if it is unknown. */
const COLUMNS: Record<Exclude<Condition['field'], 'tag'>, (condition: Condition, workspaceId: string) => Sql> = {
  totalSpent: ({ currency = '' }, workspaceId) => ({
    text: `CASE WHEN facts.currency IS NULL THEN 0 WHEN facts.currency = ? THEN facts.spent WHEN facts.currencies > 1 THEN (
      SELECT spent FROM customer_spend AS spend
      WHERE spend.workspace_id = ? AND spend.customer_id = facts.customer_id AND spend.currency = ?) END`,
    values: [currency, workspaceId, currency],
  }),
  ordersCount: () => column('orders_count'),
  firstOrderAt: () => column('first_order_at'),
  lastOrderAt: () => column('last_order_at'),
  country: () => column('country'),
  marketingConsent: () => column('consent'),
}

function column(name: string): Sql {
  return { text: `facts.${name}`, values: [] }
}

function compare({ field, op, value }: Condition, known: Sql, now: number): Sql {
  if (op === 'withinDays')
    return { text: `${known.text} >= ?`, values: [...known.values, now - Number(value) * DAY_MS] }
  if (op === 'in') {
    const listed = value as SqlValue[]
    return { text: `${known.text} IN (${marks(listed)})`, values: [...known.values, ...listed] }
  }
  return { text: `${known.text} ${SQL_OPERATORS[op]} ?`, values: [...known.values, bound(field, value)] }
}

const SQL_OPERATORS = { '=': '=', '!=': '<>', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } as const

/** A value as the column has it. */
function bound(field: RuleField, value: Condition['value']): SqlValue {
  if (field === 'marketingConsent') return value === true ? 1 : 0
  return isTimeField(field) ? Date.parse(String(value)) : (value as SqlValue)
}

/** A tag that was pushed, or one that an agent added. A customer without tags has none of them, so `!=` is true. */
function compileTag({ op, value }: Condition, { workspaceId }: Scope): Sql {
  const tags = (Array.isArray(value) ? value : [value]).map(String)
  const pushed = tags.map(() => `replace(facts.tags, ?, '') <> facts.tags`).join(' OR ')
  const has: Sql = {
    text: `(coalesce(${pushed}, FALSE) OR facts.customer_id IN (
      SELECT customer_id FROM customer_agent_tags WHERE workspace_id = ? AND tag IN (${marks(tags)})))`,
    values: [...tags.map(taggedWith), workspaceId, ...tags],
  }
  return op === '!=' ? { text: `NOT ${has.text}`, values: has.values } : has
}

function marks(values: unknown[]): string {
  return values.map(() => '?').join(', ')
}

import type * as v from 'valibot'
import { country, currency, flag, int, money, someText, time } from '../lib/fields.ts'
import { isObject, leaf, Problem } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { validate } from '../lib/validate.ts'

/*
 * The rule of a segment: groups of conditions on facts about a customer. A rule is checked when its segment is created and stored as
 * JSON, with times as ISO-8601. Everything in it is bounded, since each list of members tests it on many customers.
 */

const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const

/** The fields of conditions, and the operators of each. */
const fieldOperators = {
  totalSpent: comparisons,
  ordersCount: [...comparisons, 'in'],
  firstOrderAt: [...comparisons, 'withinDays'],
  lastOrderAt: [...comparisons, 'withinDays'],
  tag: ['=', '!=', 'in'],
  country: ['=', '!=', 'in'],
  marketingConsent: ['=', '!='],
} as const

export type RuleField = keyof typeof fieldOperators
type Operator = (typeof comparisons)[number] | 'in' | 'withinDays'

export interface Condition {
  field: RuleField
  op: Operator
  value: string | number | boolean | (string | number)[]
  /** Of `totalSpent` alone. */
  currency?: string
}

/** `all`: every part holds; `any`: at least one holds; `not`: none holds. */
export type Rule = { all: RulePart[] } | { any: RulePart[] } | { not: RulePart[] }
export type RulePart = Condition | Rule

export function isTimeField(field: RuleField): boolean {
  return field === 'firstOrderAt' || field === 'lastOrderAt'
}

const groupKinds = ['all', 'any', 'not'] as const

const MAX_DEPTH = 4
const MAX_CONDITIONS = 50
const MAX_LISTED = 100
/** Of a whole rule: each is compared with each customer. */
const MAX_VALUES = 200
const MAX_DAYS = 36_500

/** The value of a condition on each field. */
const values: Record<RuleField, v.GenericSchema> = {
  totalSpent: money(),
  ordersCount: int(),
  firstOrderAt: time(),
  lastOrderAt: time(),
  tag: someText(undefined, 255),
  country: country(),
  marketingConsent: flag(),
}
const days = int(undefined, 1, MAX_DAYS)
const currencyCode = currency()

type Path = (string | number)[]

/** What was found while a rule was read. */
interface Reading {
  problems: Problem[]
  conditions: number
  values: number
}

/** Reads a rule. @returns the rule with nothing that it does not use, or all its problems */
export function readRule(given: unknown): Rule | Problem[] {
  const reading: Reading = { problems: [], conditions: 0, values: 0 }
  const rule = readGroup(given, [], 1, reading)
  if (reading.conditions > MAX_CONDITIONS)
    return [new Problem(`must have at most ${MAX_CONDITIONS} conditions, not ${reading.conditions}`)]
  if (reading.values > MAX_VALUES)
    return [new Problem(`must have at most ${MAX_VALUES} values in all conditions, not ${reading.values}`)]
  return rule && reading.problems.length === 0 ? rule : reading.problems
}

/** The rule of a segment in a request. */
export function ruleField() {
  return leaf<Rule, Rule>({ json: ruleJson, read: readRule })
}

function readGroup(given: unknown, path: Path, depth: number, reading: Reading): Rule | undefined {
  const fail = (message: string, at: Path = path) => {
    reading.problems.push(new Problem(message, at))
    return undefined
  }
  if (!isObject(given)) return fail('must be an object with all, any or not')
  const [kind, ...more] = Object.keys(given)
  if (more.length > 0 || !isKind(kind)) return fail('must have exactly one of all, any and not')
  if (depth > MAX_DEPTH) return fail(`must not be nested deeper than ${MAX_DEPTH} levels`)
  const list = given[kind]
  const here = [...path, kind]
  if (!Array.isArray(list) || list.length === 0) return fail('must be a list of at least one condition', here)
  if (list.length > MAX_CONDITIONS) return fail(`must have at most ${MAX_CONDITIONS} entries`, here)
  const parts = list.map((entry, index) => readPart(entry, [...here, index], depth, reading))
  return { [kind]: parts } as unknown as Rule
}

function readPart(given: unknown, path: Path, depth: number, reading: Reading): RulePart | undefined {
  if (isObject(given) && 'field' in given) return readCondition(given, path, reading)
  return readGroup(given, path, depth + 1, reading)
}

function readCondition(given: Record<string, unknown>, path: Path, reading: Reading): Condition | undefined {
  reading.conditions++
  const before = reading.problems.length
  const fail = (message: string, at: string) => {
    reading.problems.push(new Problem(message, [...path, at]))
    return undefined
  }
  const { field, op, value, currency: code, ...unknown } = given
  for (const name of Object.keys(unknown)) fail('is not a part of a condition', name)
  if (!isField(field)) return fail(`must be one of ${Object.keys(fieldOperators).join(', ')}`, 'field')
  const operators: readonly unknown[] = fieldOperators[field]
  if (!operators.includes(op)) return fail(`must be one of ${operators.join(' ')} for ${field}`, 'op')
  const condition: Condition = { field, op: op as Operator, value: readValue(field, op, value, path, reading) }
  if (field === 'totalSpent') condition.currency = checked(currencyCode, code, [...path, 'currency'], reading) as string
  else if (code !== undefined) fail('is only for totalSpent', 'currency')
  return reading.problems.length === before ? condition : undefined
}

function readValue(field: RuleField, op: unknown, value: unknown, path: Path, reading: Reading): Condition['value'] {
  const here = [...path, 'value']
  reading.values += Array.isArray(value) ? value.length : 1
  if (op === 'withinDays') return checked(days, value, here, reading) as number
  if (op !== 'in') return stored(field, checked(values[field], value, here, reading))
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_LISTED) {
    reading.problems.push(new Problem(`must be a list of 1 to ${MAX_LISTED} values`, here))
    return []
  }
  return value.map((entry, index) => checked(values[field], entry, [...here, index], reading) as string | number)
}

/** Times are stored as they are shown. */
function stored(field: RuleField, value: unknown): Condition['value'] {
  return (isTimeField(field) && typeof value === 'number' ? toIso(value) : value) as Condition['value']
}

function checked(schema: v.GenericSchema, value: unknown, path: Path, { problems }: Reading): unknown {
  const { output, issues } = validate(schema, value)
  for (const issue of issues) problems.push(new Problem(issue.message, [...path, ...issue.path]))
  return output
}

function isKind(name: string | undefined): name is (typeof groupKinds)[number] {
  return groupKinds.some((kind) => kind === name)
}

function isField(name: unknown): name is RuleField {
  return typeof name === 'string' && Object.hasOwn(fieldOperators, name)
}

const parts = (meaning: string) => ({
  type: 'array',
  minItems: 1,
  maxItems: MAX_CONDITIONS,
  items: { type: 'object', additionalProperties: true },
  description: `${meaning} Each part is a condition or another group.`,
})

const ruleJson = {
  type: 'object',
  description: `A group: exactly one of \`all\`, \`any\` and \`not\` with a list of parts. A part is a condition, \`{field, op, value}\`, or another group. At most ${MAX_DEPTH} levels, ${MAX_CONDITIONS} conditions and ${MAX_VALUES} values. Operators: ${Object.entries(
    fieldOperators,
  )
    .map(([field, operators]) => `\`${field}\` ${operators.map((op) => `\`${op}\``).join(' ')}`)
    .join(
      ', ',
    )}. \`totalSpent\` needs \`currency\`. \`in\` takes a list of up to ${MAX_LISTED} values, \`withinDays\` a number of days.`,
  properties: {
    all: parts('Every part holds.'),
    any: parts('At least one part holds.'),
    not: parts('No part holds.'),
  },
  additionalProperties: false,
}

import { HttpError } from '../http/errors.ts'
import type { RequestType, StoreRule } from './testing-api.ts'

/** A rule with all that a {@link StoreRule} leaves out. `times` null: for ever. */
export interface Rule {
  behaviour: StoreRule['behaviour']
  on: RequestType
  order: string | null
  times: number | null
  code: string
  message: string
}

export interface StoreRules {
  /** @throws DomainError BAD_REQUEST where the behaviour can't be one of the request type */
  add(rule: StoreRule): void
  /** The rule for a request, which counts as used; undefined where all goes well. */
  take(type: string, orderId: string | null): Rule | undefined
  list(): Rule[]
  clear(): void
}

export function createStoreRules(): StoreRules {
  /** The newest first. */
  let rules: Rule[] = []
  return {
    list: () => rules,
    clear: () => {
      rules = []
    },
    add: (rule) => {
      rules = [complete(rule), ...rules]
    },
    take: (type, orderId) => {
      const fitting = rules.filter(({ on, order }) => on === type && (order === null || order === orderId))
      const [rule] = fitting.toSorted((one, other) => weight(other) - weight(one))
      if (!rule || rule.times === null) return rule
      rule.times--
      if (rule.times === 0) rules = rules.filter((other) => other !== rule)
      return rule
    },
  }
}

/** What is said of one order counts more than what is said of all, and what passes more than what stays. */
function weight({ order, times }: Rule): number {
  return (order === null ? 0 : 2) + (times === null ? 0 : 1)
}

function complete({ behaviour, on, order, times, code, message }: StoreRule): Rule {
  const isOfAmount = behaviour === 'wrong_amount_type'
  if (isOfAmount && on !== undefined && on !== 'refund.preview')
    throw new HttpError(
      'BAD_REQUEST',
      'amount_not_in_preview',
      'Only the answer to refund.preview holds an amount: leave "on" out.',
    )
  return {
    behaviour,
    on: on ?? (isOfAmount ? 'refund.preview' : 'refund.create'),
    order: order ?? null,
    times: times ?? null,
    code: code ?? 'not_refundable',
    message: message ?? 'The sample store was told to refuse this.',
  }
}

import { HttpError } from '../http/errors.ts'
import type { RequestType, ShopRule } from './testing-api.ts'

/** A {@link ShopRule} with its defaults filled in. `times` is null for a permanent rule. */
export interface FullRule {
  behaviour: ShopRule['behaviour']
  on: RequestType
  order: string | null
  times: number | null
  code: string
  message: string
}

export interface ShopRules {
  /** @throws DomainError BAD_REQUEST if the request type can't have the behavior */
  add(rule: ShopRule): void
  /** The rule for a request, counted as used; undefined if no rule applies. */
  take(type: string, orderId: string | null): FullRule | undefined
  list(): FullRule[]
  clear(): void
}

export function createShopRules(): ShopRules {
  /** The newest first. */
  let rules: FullRule[] = []
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

/** A rule for one order wins over a rule for all orders, then a limited rule over a permanent rule. */
function weight({ order, times }: FullRule): number {
  return (order === null ? 0 : 2) + (times === null ? 0 : 1)
}

function complete({ behaviour, on, order, times, code, message }: ShopRule): FullRule {
  const isOfAmount = behaviour === 'wrong_amount_type'
  if (isOfAmount && on !== undefined && on !== 'refund.preview')
    throw new HttpError(
      'BAD_REQUEST',
      'amount_not_in_preview',
      'Only the response to refund.preview contains an amount. Omit "on".',
    )
  return {
    behaviour,
    on: on ?? (isOfAmount ? 'refund.preview' : 'refund.create'),
    order: order ?? null,
    times: times ?? null,
    code: code ?? 'not_refundable',
    message: message ?? 'The sample shop refuses this request because of a rule.',
  }
}

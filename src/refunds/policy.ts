import type { ReasonKind } from './reasons.ts'
import type { RefundSettings } from './settings.ts'

/** Why an agent has to look at a refund before it is made. */
export type ApprovalReason = 'frozen' | 'other_currency' | 'over_limit' | 'rung' | 'over_order_total'

/** From this rung on, refunds for a kind of issue are made without an agent. */
const AUTOMATIC_RUNG = 4

/** What stands in the settings against making a refund without an agent; nothing does when the list is empty. Amounts in minor units. */
export function approvalReasons(
  settings: RefundSettings,
  { amount, currency, kind }: { amount: number; currency: string; kind: ReasonKind },
): ApprovalReason[] {
  const reasons: ApprovalReason[] = []
  if (settings.frozen) reasons.push('frozen')
  if (settings.limitCurrency !== null && currency !== settings.limitCurrency) reasons.push('other_currency')
  else if (amount > (settings.autoLimit ?? 0)) reasons.push('over_limit')
  if (settings.rungs[kind] < AUTOMATIC_RUNG) reasons.push('rung')
  return reasons
}

const DAY_MS = 24 * 60 * 60 * 1000

/** What is known about when an order came to its customer, in epoch milliseconds. */
export interface OrderTimes {
  placedAt: number | null
  deliveredAt: number | null
  /** The shop's own word on how long this order may be returned. */
  returnableUntil: number | null
}

/**
 * Whether the assistant may still offer a refund: within so many days of the delivery or, where that is not known, of the order.
 * A return is bound by the shop's own date where the order has one. An order without any date is outside of every period.
 */
export function isInReturnPeriod(settings: RefundSettings, kind: ReasonKind, times: OrderTimes, now: number): boolean {
  if (kind === 'return' && times.returnableUntil !== null) return now <= times.returnableUntil
  const days = settings.returnPeriodDays[kind]
  if (days === null) return true
  const from = times.deliveredAt ?? times.placedAt
  return from !== null && now <= from + days * DAY_MS
}

import { DAY_MS } from '../lib/time.ts'
import type { ReasonKind } from './reasons.ts'

/**
 * The settings that decide. They are declared here, and not taken from the stored settings, since the console computes with the same
 * rules in the browser.
 */
export interface Policy {
  /** Whether every refund needs an agent. */
  frozen: boolean
  /** In minor units; null: no refund is automatic. */
  autoLimit: number | null
  limitCurrency: string | null
  /** Trust levels, 0 to 5. */
  rungs: Record<ReasonKind, number>
  /** Null: without an end. */
  returnPeriodDays: Record<ReasonKind, number | null>
}

/** Why a refund needs the approval of an agent. */
export type ApprovalReason = 'frozen' | 'no_limit' | 'other_currency' | 'over_limit' | 'rung' | 'over_order_total'

/** Whether refunds of a trust level are made without an agent, up to the limit. */
export const isAutomaticLevel = (rung: number): boolean => rung >= 4

/** Returns why the settings require an agent for a refund; an empty list if they do not. Amounts in minor units. */
export function approvalReasons(
  settings: Omit<Policy, 'returnPeriodDays'>,
  { amount, currency, kind }: { amount: number; currency: string; kind: ReasonKind },
): ApprovalReason[] {
  const { frozen, limitCurrency, autoLimit, rungs } = settings
  const reasons: ApprovalReason[] = frozen ? ['frozen'] : []
  // No refund is automatic then, so that nothing else about this one matters.
  if (!autoLimit && amount > 0) return [...reasons, 'no_limit']
  if (limitCurrency !== null && currency !== limitCurrency) reasons.push('other_currency')
  else if (amount > (autoLimit ?? 0)) reasons.push('over_limit')
  if (!isAutomaticLevel(rungs[kind])) reasons.push('rung')
  return reasons
}

/** Times of an order that decide about the return period, in epoch milliseconds. */
export interface OrderTimes {
  placedAt: number | null
  deliveredAt: number | null
  /** End of the return period, as set by the shop for this order. */
  returnableUntil: number | null
}

/**
 * Whether the assistant may still offer a refund. The period of the settings starts with the delivery or, if that is unknown, with the
 * order. For a return, `returnableUntil` of the order comes first. An order without any date is outside of every period.
 */
export function isInReturnPeriod(settings: Policy, kind: ReasonKind, times: OrderTimes, now: number): boolean {
  if (kind === 'return' && times.returnableUntil !== null) return now <= times.returnableUntil
  const days = settings.returnPeriodDays[kind]
  if (days === null) return true
  const from = times.deliveredAt ?? times.placedAt
  return from !== null && now <= from + days * DAY_MS
}

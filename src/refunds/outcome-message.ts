import type { Notice, NoticeCode } from '../conversations/notices.ts'
import type { RefundEvent, RefundStatus } from './lifecycle.ts'
import type { Refund } from './refunds.ts'

/** What customers hear when a refund reaches a status. Of the other statuses they hear nothing. */
const NOTICES: Partial<Record<RefundStatus, NoticeCode>> = {
  pending: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  rejected: 'rejected',
  expired: 'expired',
}

/** What differs after the customer has confirmed the refund. */
const AFTER_CONFIRMED: typeof NOTICES = {
  expired: 'not_approved_in_time',
  cancelled: 'cancelled_after_confirmation',
}

/** What the customer hears after a move; undefined if nothing. @param from the status before */
export function outcomeNotice(
  { status, amount, currency }: Refund,
  { from, on }: { from: RefundStatus | null; on: RefundEvent },
): Omit<Notice, 'language'> | undefined {
  const code = codeOf(status, from, on)
  return code && { code, amount, currency }
}

function codeOf(status: RefundStatus, from: RefundStatus | null, on: RefundEvent): NoticeCode | undefined {
  if (status === 'cancelled' && on === 'customer_confirmed') return 'trial'
  // It is unknown whether the money was paid back.
  if (status === 'failed' && (on === 'retries_used_up' || on === 'agent_stopped_waiting')) return 'outcome_unknown'
  return (from === 'awaiting_approval' ? { ...NOTICES, ...AFTER_CONFIRMED } : NOTICES)[status]
}

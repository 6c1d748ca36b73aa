import { append } from '../changes/append.ts'
import { newEventId } from '../conversations/event-ids.ts'
import type { Notice, NoticeCode } from '../conversations/notices.ts'
import { newOrderedIdAfter } from '../lib/ids.ts'
import type { Tx } from '../store/store.ts'
import type { RefundEvent, RefundStatus } from './lifecycle.ts'
import { newestMove, type Refund } from './refunds.ts'

/** The kind of change of a refund; its id is in `ids`. */
export const REFUND = 'refund'

/** `move`: it has moved, or the shop has reported late (`from` is its status then). `no_answer`: another try to order it follows. */
type RefundHappened =
  | { type: 'move'; moveId: string; from: RefundStatus | null; on: RefundEvent }
  | { type: 'no_answer'; number: number }

/** What has happened to a refund. */
export type RefundChange = RefundHappened & Omit<MovedRefund, 'id' | 'workspaceId'>

type MovedRefund = Pick<
  Refund,
  'id' | 'workspaceId' | 'conversationId' | 'orderId' | 'status' | 'amount' | 'currency' | 'startedBy' | 'trial'
>

/**
 * Returns the id of the next move of a refund, which becomes its newest one, and reports the move. The id sorts after all moves of the workspace and all events
 * of the conversation, including those from before the clock was set back: consoles follow the workspace, and chats the conversation.
 */
export async function nextMoveId(
  tx: Tx,
  refund: MovedRefund,
  { from, on }: { from: RefundStatus | null; on: RefundEvent },
  now: number,
): Promise<string> {
  const { id, workspaceId, conversationId } = refund
  const earlier = [await newestMove(tx, workspaceId)]
  const move =
    conversationId === null
      ? newOrderedIdAfter(earlier, 'mov', now)
      : await newEventId(tx, conversationId, { prefix: 'mov', earlier }, now)
  await tx.run('UPDATE refunds SET last_move = ? WHERE id = ?', move, id)
  await reportRefund(tx, refund, { type: 'move', moveId: move, from, on }, now)
  return move
}

/** Reports that a try to order a refund from the shop had no answer. @param number of the try, from 1 */
export function reportNoAnswer(tx: Tx, refund: MovedRefund, number: number, now: number): Promise<void> {
  return reportRefund(tx, refund, { type: 'no_answer', number }, now)
}

function reportRefund(
  tx: Tx,
  { id, workspaceId, status, amount, currency, orderId, conversationId, startedBy, trial }: MovedRefund,
  event: RefundHappened,
  now: number,
): Promise<void> {
  const data: RefundChange = { ...event, status, amount, currency, orderId, conversationId, startedBy, trial }
  return append(tx, { workspaceId, kind: REFUND, ids: [id], data }, now)
}

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

import type { Actor } from '../access/actor.ts'
import type { Tx } from '../store/store.ts'
import type { RefundRef } from './decisions.ts'
import { textOrNull } from './endpoint/answers.ts'
import type { RefundStatus } from './lifecycle.ts'
import { keepLateReport, moveRefund } from './move.ts'
import { REPORTED } from './refunded.ts'
import { getRefund } from './refunds.ts'

/** The outcome of a refund as reported by the shop. */
export interface ReportedOutcome {
  status: 'succeeded' | 'failed'
  refundId: string | null
  message: string | null
}

/**
 * Records a report of the shop on the outcome of a refund. If the refund does not wait for its outcome, the status stays; if the refund
 * has ended, the report is kept.
 *
 * @returns the current status of the refund
 * @throws DomainError NOT_FOUND
 */
export async function reportOutcome(
  tx: Tx,
  actor: Actor,
  { workspaceId, id }: RefundRef,
  outcome: ReportedOutcome,
  now: number,
): Promise<{ id: string; status: RefundStatus }> {
  const refund = await getRefund(tx, workspaceId, id)
  const [refundId, message] = [textOrNull(outcome.refundId), textOrNull(outcome.message)]
  const cause =
    outcome.status === 'succeeded'
      ? { on: 'reported_succeeded' as const, actor, reason: message, refundId }
      : { on: 'reported_failed' as const, actor, reason: message, refundId, failure: { code: REPORTED, message } }
  const moved = await moveRefund(tx, refund, cause, now)
  if (!moved) await keepLateReport(tx, refund, cause, now)
  return { id, status: (moved ?? refund).status }
}

import * as v from 'valibot'
import type { Actor } from '../access/actor.ts'
import { secretKey } from '../http/credentials/keys.ts'
import { type Route, route } from '../http/route.ts'
import { choice, id, longText, text } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import type { Tx } from '../store/store.ts'
import type { RefundRef } from './decisions.ts'
import { textOrNull } from './endpoint/answers.ts'
import { type RefundStatus, refundStatuses } from './lifecycle.ts'
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

export const reportRefund: Route = route({
  method: 'POST',
  path: '/actions/{id}/status',
  tag: 'Refunds',
  operationId: 'reportRefund',
  summary: 'Report the outcome of a refund',
  description:
    'For a refund to which your endpoint responded with `pending`, or that is still being sent to your endpoint. The status of any other refund does not change. The response has the current status. A report on a refund that has ended is kept: agents see the report beside the status. If the report is `succeeded`, the assistant offers no other refund of the order.',
  credential: secretKey,
  limits: ['calls'],
  idempotent: true,
  params: v.object({ id: id('The `actionId` of the `refund.create` request.') }),
  body: {
    schema: object('RefundReport', {
      status: choice(['succeeded', 'failed']),
      refundId: optional(text('Your own reference for the refund.')),
      message: optional(longText('Why the refund failed; shown to agents.')),
    }),
    size: 'small',
    example: { status: 'succeeded', refundId: 're_1001' },
  },
  status: 200,
  response: {
    schema: object('RefundStatus', { id: id('The `actionId`.'), status: choice(refundStatuses) }),
    example: { id: 'act_01KCJ5w60000x7Rb2mQvT9aLp', status: 'succeeded' },
  },
  errors: ['NOT_FOUND'],
  handler: ({ params, body: { status, refundId = null, message = null }, workspace, actor, store, clock }) => {
    const ref = { workspaceId: workspace.id, id: params.id }
    return store.write((tx) => reportOutcome(tx, actor, ref, { status, refundId, message }, clock.now()))
  },
})

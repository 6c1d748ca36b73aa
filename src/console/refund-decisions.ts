import * as v from 'valibot'
import { type Actor, requireAgent } from '../access/actor.ts'
import { type Route, route } from '../http/route.ts'
import { DomainError } from '../lib/errors.ts'
import { currency, id, money, text } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import {
  approveRefund,
  cancelRefund,
  confirmRefund,
  declineRefund,
  type RefundRef,
  rejectRefund,
  type SeenAmount,
  stopWaiting,
  tryRefundNow,
} from '../refunds/decisions.ts'
import { moves, type RefundEvent, type RefundStatus } from '../refunds/lifecycle.ts'
import { type Refund, timelineOf } from '../refunds/refunds.ts'
import type { Reader, Tx } from '../store/store.ts'
import { member } from './credentials.ts'
import { exampleView, refundView, showRefund } from './refund-view.ts'
import { nothing } from './schemas.ts'

/** The amount that the person saw. It is only compared: the refund always has the stored amount. */
const seenAmount = object('SeenAmount', { amount: money('As it was shown.'), currency: currency('As it was shown.') })
const why = object('Decision', { reason: optional(text('Why, for other agents.', 1_000)) })

type Decide = (
  tx: Tx,
  actor: Actor,
  ref: RefundRef & { seen?: SeenAmount; reason?: string | null },
  now: number,
) => Promise<Refund>

/** Decisions that pay need the amount that the person saw; the others need a reason. */
function decision(
  name: string,
  operationId: string,
  summary: string,
  on: RefundEvent,
  decide: Decide,
  bySeen: boolean,
): Route {
  const schema: v.GenericSchema<unknown, { amount?: number; currency?: string; reason?: string | null | undefined }> =
    bySeen ? seenAmount : why
  return route({
    tag: 'Refunds',
    credential: member,
    limits: ['calls'],
    idempotent: true,
    method: 'POST',
    path: `/refunds/{id}/${name}`,
    operationId,
    summary,
    description:
      'Where somebody else has decided meanwhile, the 409 names the status, and in `data.by` and `data.at` who did and when.',
    params: v.object({ id: id('The refund.') }),
    body: { schema, size: 'widget', example: bySeen ? { amount: 3_900, currency: 'EUR' } : { reason: 'not returned' } },
    status: 200,
    response: { schema: refundView, example: exampleView },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params, body, workspace, actor, store, clock, wake }) => {
      requireAgent(actor)
      const { amount, currency, reason = null } = body
      const seen = amount === undefined || currency === undefined ? {} : { seen: { amount, currency } }
      const ref = { workspaceId: workspace.id, id: params.id, reason, ...seen }
      const decided = await store
        .write(async (tx) => showRefund(tx, await decide(tx, actor, ref, clock.now())))
        .catch(async (error: unknown) => {
          throw await withEarlierDecision(store.read, params.id, on, error)
        })
      wake()
      return decided
    },
  })
}

/** Adds to the error of a second decision who made the first: the move out of a status that allows `on`, not what the shop did since. */
async function withEarlierDecision(
  reader: Reader,
  refundId: string,
  on: RefundEvent,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof DomainError) || error.reason !== 'wrong_status') return error
  const history = (await timelineOf(reader, refundId)).moves
  const allows = (status: RefundStatus | null) => moves.some((move) => move.on === on && move.from === status)
  const earlier = history.findLast(({ from, to }) => allows(from) && to !== from) ?? history.at(-1)
  if (!earlier) return error
  const { code, reason, message, facts } = error
  return new DomainError(code, reason, message, { ...facts, by: earlier.actor, at: toIso(earlier.at) })
}

const tryNow = route({
  tag: 'Refunds',
  credential: member,
  limits: ['calls'],
  method: 'POST',
  path: '/refunds/{id}/try-now',
  operationId: 'tryRefundNow',
  summary: 'Order a refund again at once from a shop that does not answer',
  description:
    'For owners and admins. The order has the idempotency key of those before it, so the shop pays at most once. It is one more: the tries of the schedule stay. Nothing changes while a try is under way.',
  params: v.object({ id: id('The refund.') }),
  body: nothing,
  status: 200,
  response: { schema: refundView, example: exampleView },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ params, workspace, actor, store, clock, wake }) => {
    const ref = { workspaceId: workspace.id, id: params.id }
    const tried = await store.write(async (tx) => showRefund(tx, await tryRefundNow(tx, actor, ref, clock.now())))
    wake()
    return tried
  },
})

export const refundDecisionRoutes: Route[] = [
  tryNow,
  decision('approve', 'approveRefund', 'Approve a refund', 'agent_approved', approveRefund, true),
  decision('reject', 'rejectRefund', 'Reject a refund', 'agent_rejected', rejectRefund, false),
  decision('confirm', 'confirmRefund', 'Confirm a refund for its customer', 'customer_confirmed', confirmRefund, true),
  decision('decline', 'declineRefund', 'Decline a refund for its customer', 'customer_declined', declineRefund, false),
  decision(
    'cancel',
    'cancelRefund',
    'Call a refund off that is not made yet',
    'conversation_moved_on',
    cancelRefund,
    false,
  ),
  decision('stop-waiting', 'stopWaiting', 'Stop waiting for a report', 'agent_stopped_waiting', stopWaiting, false),
]

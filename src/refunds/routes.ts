import * as v from 'valibot'
import { secretKey } from '../http/credentials/keys.ts'
import { type Route, route } from '../http/route.ts'
import { choice, id, longText, text } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { refundStatuses } from './lifecycle.ts'
import { reportOutcome } from './report.ts'

/** The shop tells how a refund ended that its endpoint had only accepted. */
export const reportRefund: Route = route({
  method: 'POST',
  path: '/actions/{id}/status',
  tag: 'Refunds',
  operationId: 'reportRefund',
  summary: 'Report how a refund ended',
  description:
    'For a refund that your endpoint answered with `pending`, or that is still being sent to it. Any other refund stays as it is, and the response has its current status. A report on a refund that is over is kept: agents see it beside the status, and an order whose refund was reported as `succeeded` is not offered another one.',
  credential: secretKey,
  limits: ['calls'],
  idempotent: true,
  params: v.object({ id: id('The `actionId` that the refund was ordered with.') }),
  body: {
    schema: object('RefundReport', {
      status: choice(['succeeded', 'failed']),
      refundId: optional(text('Your own reference of the refund.')),
      message: optional(longText('Why it failed; shown to agents.')),
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

import type { H3 } from 'h3'
import * as v from 'valibot'
import { reasonKinds } from '../../refunds/reasons.ts'
import type { DevContext } from '../context.ts'
import { type Decision, decideDevRefund, decisions, getDevRefund, startDevRefund } from '../refunds.ts'
import { get, post, problemOf } from './json.ts'

const requested = {
  order: v.string('must be the id of an order'),
  reason: v.optional(v.picklist(reasonKinds, `must be one of ${reasonKinds.join(', ')}`), 'other'),
  lines: v.optional(
    v.array(
      v.object({ itemId: v.string('must be a text'), quantity: v.number('must be a number') }, problemOf),
      'must be a list',
    ),
  ),
  note: v.optional(v.string('must be a text')),
  conversation: v.optional(v.string('must be the id of a conversation')),
  again: v.optional(v.string('must be the actionId of a refund')),
  confirm: v.optional(v.boolean('must be true or false'), false),
}

/** Why, for other agents. */
const reason = { reason: v.optional(v.string('must be a text')) }

/**
 * What agents and customers do with refunds, for programs: `POST /dev/refunds` starts one (and with `confirm` agrees to it),
 * `POST /dev/refunds/ID/confirm`, `decline`, `approve`, `reject`,
 * `cancel` and `stop-waiting` decide, `GET /dev/refunds/ID` shows it.
 */
export function mountRefunds(app: H3, context: DevContext): void {
  post(app, '/dev/refunds', requested, async ({ confirm, ...body }) => {
    const refund = await startDevRefund(context, body)
    return confirm ? decideDevRefund(context, refund.id, 'confirm') : refund
  })
  get(app, '/dev/refunds/:id', ({ context: { params } }) => getDevRefund(context, params?.id ?? ''))
  for (const decision of Object.keys(decisions) as Decision[]) {
    post(app, `/dev/refunds/:id/${decision}`, reason, (body, { context: { params } }) =>
      decideDevRefund(context, params?.id ?? '', decision, body.reason),
    )
  }
}

import * as v from 'valibot'
import { listConversations } from '../../conversations/inbox.ts'
import type { Route } from '../../http/route.ts'
import { text } from '../../lib/fields.ts'
import { toIso } from '../../lib/time.ts'
import { reasonKinds } from '../../refunds/reasons.ts'
import type { DevContext } from '../context.ts'
import { type Decision, decideDevRefund, decisions, getDevRefund, startDevRefund } from '../refunds.ts'
import { devRoute, problemOf } from './dev-route.ts'

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

const params = v.object({ id: text() })

/** What agents and customers do with refunds, for programs. */
export function refundRoutes(context: DevContext): Route[] {
  return [
    devRoute(context, {
      method: 'POST',
      path: '/dev/refunds',
      operationId: 'startRefund',
      summary: 'Start a refund, and with `confirm` agree to it',
      fields: requested,
      example: { order: 'o_1', reason: 'defect' },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handler: async ({ body: { confirm, ...asked } }) => {
        const refund = await startDevRefund(context, asked)
        return confirm ? decideDevRefund(context, refund.id, 'confirm') : refund
      },
    }),
    devRoute(context, {
      method: 'GET',
      path: '/dev/refunds/{id}',
      operationId: 'getRefund',
      summary: 'A refund with its whole history',
      params,
      errors: ['NOT_FOUND'],
      handler: ({ params: { id } }) => getDevRefund(context, id),
    }),
    ...(Object.keys(decisions) as Decision[]).map((decision) => decisionRoute(context, decision)),
    conversationsRoute(context),
  ]
}

function decisionRoute(context: DevContext, decision: Decision): Route {
  return devRoute(context, {
    method: 'POST',
    path: `/dev/refunds/{id}/${decision}`,
    operationId: `decideRefund ${decision}`,
    summary: `Decide on a refund: ${decision}`,
    params,
    fields: reason,
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: ({ params: { id }, body }) => decideDevRefund(context, id, decision, body.reason),
  })
}

const SHOWN_CONVERSATIONS = 50

/** For a program that offers a refund in one. */
function conversationsRoute(context: DevContext): Route {
  return devRoute(context, {
    method: 'GET',
    path: '/dev/conversations',
    operationId: 'listConversations',
    summary: 'The newest conversations in which something was said',
    handler: async ({ store, workspace }) => {
      const newest = await listConversations(store.read, workspace.id, { limit: SHOWN_CONVERSATIONS })
      const conversations = newest.map(({ id, customerId, messages, createdAt }) => {
        return { id, customerId, messages, createdAt: toIso(createdAt) }
      })
      return { conversations }
    },
  })
}

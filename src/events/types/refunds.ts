import { formatAmount } from '../../lib/amounts.ts'
import { anyCurrency, choice, int, text } from '../../lib/fields.ts'
import { optional } from '../../lib/schema.ts'
import { DAY_MS } from '../../lib/time.ts'
import { fieldsOf } from '../../objects/find/read.ts'
import { orders } from '../../objects/types/order.ts'
import { REFUND, type RefundChange } from '../../refunds/announcements.ts'
import { FAILING_AT } from '../../refunds/failing.ts'
import { isFinished, type RefundEvent, refundStatuses } from '../../refunds/lifecycle.ts'
import { type EventData, sourceOf, type TypeOf } from '../event-type.ts'
import { customerFields, customerOf } from './customer.ts'

/** Events of a refund after which nobody knows whether the money was paid back. */
const UNKNOWN = new Set<RefundEvent>(['retries_used_up', 'agent_stopped_waiting'])

type Facts = RefundChange & {
  id: string
  workspaceId: string
  customerId: string | null
  orderNumber: string | null
  failureCode: string | null
}

const fields = {
  actionId: text('The refund.'),
  orderId: text('The order.'),
  orderNumber: optional(text('The number of the order, as customers know it.')),
  conversationId: optional(text('The chat of the refund.')),
  status: choice([...refundStatuses]),
  amount: int('In minor units of the currency.'),
  currency: anyCurrency(),
  failureCode: optional(text('Why the refund failed, as a code.')),
  ...customerFields,
}
const example = {
  actionId: 'act_0VbaoV8B0000GRiw6PwSfiY',
  orderId: 'order-1001',
  orderNumber: '#1001',
  conversationId: 'conv_0VbaoV8B0000GRiw6PwSfiY',
  amount: 1_250,
  currency: 'EUR',
  failureCode: null,
}

/** Such as `12.50 EUR for order #1001`. */
const what = ({ amount, currency, orderNumber, orderId }: EventData) =>
  `${formatAmount(Number(amount), String(currency))} for order ${orderNumber ?? orderId}`

const types: TypeOf<Facts>[] = [
  {
    name: 'refund.waiting',
    title: 'A refund waits for approval',
    about: 'The customer has confirmed a refund, and an agent has to approve or reject it.',
    isDefault: true,
    isUrgent: true,
    fields,
    example: { ...example, status: 'awaiting_approval' },
    sentence: (data) => `A refund of ${what(data)} waits for approval.`,
    when: ({ type, status }) => type === 'move' && status === 'awaiting_approval',
  },
  {
    name: 'refund.failing',
    title: "The shop's refund endpoint does not answer",
    about: 'Two tries of a refund had no valid answer of the refund endpoint. storewire continues to try.',
    isDefault: true,
    isUrgent: true,
    fields,
    example: { ...example, status: 'executing' },
    sentence: (data) => `The refund endpoint has not answered two tries to refund ${what(data)}.`,
    // Once a refund: further tries follow within hours.
    quiet: { ms: DAY_MS, after: ['refund.failing'] },
    when: (facts) => facts.type === 'no_answer' && facts.number >= FAILING_AT,
  },
  {
    name: 'refund.finished',
    title: 'A refund has ended',
    about: 'A refund was made, or has failed, or was declined, rejected, cancelled or not decided in time.',
    isDefault: false,
    isUrgent: false,
    fields,
    example: { ...example, status: 'succeeded' },
    sentence: (data) => `The refund of ${what(data)} has ended: ${data.status}.`,
    // A late report moves nothing.
    when: (facts) => facts.type === 'move' && facts.from !== facts.status && isFinished(facts.status),
  },
  {
    name: 'refund.outcome_unknown',
    title: 'It is unknown whether a refund was made',
    about: 'A refund has ended without an answer of the shop, so the money may have been paid back. Look at the shop.',
    isDefault: true,
    isUrgent: true,
    fields,
    example: { ...example, status: 'failed', failureCode: 'no_answer' },
    sentence: (data) => `It is unknown whether the refund of ${what(data)} was made. Look at the shop.`,
    when: (facts) => facts.type === 'move' && facts.status === 'failed' && UNKNOWN.has(facts.on),
  },
]

/** Refunds, except those of trials. */
export const refundSource = sourceOf<Facts>({
  kinds: [REFUND],
  types,
  factsOf: async (reader, { workspaceId, change }) => {
    const data = change.data as RefundChange
    if (data.trial) return undefined
    const [id = ''] = change.ids
    const row = await reader.get<Pick<Facts, 'customerId' | 'failureCode'>>(
      'SELECT customer_id AS "customerId", failure_code AS "failureCode" FROM refunds WHERE workspace_id = ? AND id = ?',
      workspaceId,
      id,
    )
    if (!row) return undefined
    const order = await fieldsOf<{ number: string | null }>(reader, orders, workspaceId, data.orderId, ['number'])
    return { ...data, ...row, id, workspaceId, orderNumber: order?.number ?? null }
  },
  draft: ({ id, orderId, orderNumber, conversationId, customerId, status, amount, currency, failureCode }) => ({
    subject: id,
    data: { actionId: id, orderId, orderNumber, conversationId, status, amount, currency, failureCode },
    page: `/refunds/${id}`,
    conversationId,
    customerId,
  }),
  personalOf: (reader, { workspaceId, customerId }) => customerOf(reader, workspaceId, customerId),
})

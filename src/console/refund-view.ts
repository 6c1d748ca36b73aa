import { MAX_REPLY, newestMessages } from '../conversations/conversations.ts'
import { authors } from '../conversations/stored-message.ts'
import { choice, currency, flag, id, int, money, quantity, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { toIso, toIsoOrNull } from '../lib/time.ts'
import { fieldsOf, inReadingTurn } from '../objects/find/read.ts'
import { orders } from '../objects/types/order.ts'
import { MAX_PICTURES } from '../pictures/pictures.ts'
import { type AgentView, viewOf } from '../refunds/agent-view.ts'
import { moves, type RefundEvent, refundStatuses } from '../refunds/lifecycle.ts'
import { reasonKinds } from '../refunds/reasons.ts'
import type { RecordedDelivery, RecordedMove, Refund } from '../refunds/refunds.ts'
import type { Reader } from '../store/store.ts'
import { PictureView } from '../widget/picture-routes.ts'
import { customerName } from './customer-name.ts'

export const line = object('RefundLine', { itemId: id('A line of the order.'), quantity: quantity('How many of it.') })

export const leftOfOrder = object('LeftOfOrder', { total: money(), refunded: money(), left: money() })

export const failingFields = {
  tries: int('Tries without an answer.'),
  of: int('All tries that there will be.'),
  nextAt: optional(time('When the next one is due; null while a try is under way.')),
}

/** Most refunds of an order that are shown beside something else: the newest. */
export const MOST_OF_ORDER = 100

/** What people decide about a refund, the usual first. */
const decisions = {
  approve: 'agent_approved',
  confirm: 'customer_confirmed',
  reject: 'agent_rejected',
  decline: 'customer_declined',
  stopWaiting: 'agent_stopped_waiting',
  cancel: 'conversation_moved_on',
} as const satisfies Record<string, RefundEvent>
const decisionNames = Object.keys(decisions) as (keyof typeof decisions)[]

/** A refund as the people of a shop see it. */
export const refundView = object('RefundView', {
  id: id('The action id that the shop knows it by.'),
  status: choice(refundStatuses),
  amount: money(),
  currency: currency(),
  orderId: id(),
  orderNumber: optional(text('As customers know the order; null where the order has not arrived.')),
  customerId: optional(id()),
  customerName: optional(text('Name or e-mail; null where the customer has not arrived.')),
  conversationId: optional(id()),
  trial: flag('Of a trial conversation: it is never sent, and in no list.'),
  kind: choice(reasonKinds),
  note: optional(text()),
  lines: array(line, 250),
  mode: choice(['execute', 'request']),
  startedBy: choice(['assistant', 'agent']),
  approvalReasons: array(text('Why it waits for an agent, such as `over_limit`.'), 10),
  overOrderTotal: optional(leftOfOrder),
  failing: optional(object('FailingRefund', failingFields)),
  possiblyRefunded: flag('It did not succeed, and the shop may have paid it back all the same.'),
  refundId: optional(text("The shop's own reference.")),
  failureCode: optional(text()),
  failureMessage: optional(text()),
  reportedAs: optional(choice(['succeeded', 'failed'])),
  createdAt: time(),
  expiresAt: optional(time()),
  finishedAt: optional(time()),
  decisions: array(choice(decisionNames, 'What people can decide now.'), decisionNames.length),
})

export const exampleView = {
  id: 'act_01KCJ5w60000x7Rb2mQvT9aLp',
  status: 'awaiting_approval',
  amount: 3_900,
  currency: 'EUR',
  orderId: 'o_1001',
  orderNumber: '#1001',
  customerId: 'c_81',
  customerName: 'Ada Lovelace',
  conversationId: null,
  trial: false,
  kind: 'defect',
  note: null,
  lines: [{ itemId: 'li_1', quantity: 1 }],
  mode: 'execute',
  startedBy: 'assistant',
  approvalReasons: ['over_limit'],
  overOrderTotal: null,
  failing: null,
  possiblyRefunded: false,
  refundId: null,
  failureCode: null,
  failureMessage: null,
  reportedAs: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  expiresAt: '2026-03-04T09:30:00.000Z',
  finishedAt: null,
  decisions: ['approve', 'reject', 'cancel'],
}

export async function showRefund(reader: Reader, refund: Refund): Promise<object> {
  return shown(reader, refund, (await namesOf(reader, refund)).value)
}

/** Shows refunds one after another, and reads each order and customer once, in turn. */
export async function showRefunds(reader: Reader, refunds: Refund[]): Promise<object[]> {
  const known = new Map<string, Names>()
  const all: object[] = []
  for (const refund of refunds) {
    const key = JSON.stringify([refund.orderId, refund.customerId])
    const names = known.get(key) ?? (await inReadingTurn(refund.workspaceId, () => namesOf(reader, refund)))
    known.set(key, names)
    all.push(await shown(reader, refund, names))
  }
  return all
}

/** The names of an order and its customer; null if they have not arrived. */
interface Names {
  orderNumber: string | null
  customerName: string | null
}

/** `bytes` are those of the stored order and customer. */
async function namesOf(
  reader: Reader,
  { workspaceId, orderId, customerId }: Refund,
): Promise<{ value: Names; bytes: number }> {
  const order = await fieldsOf<{ number: string | null }>(reader, orders, workspaceId, orderId, ['number'])
  const customer = customerId === null ? null : await customerName(reader, workspaceId, customerId)
  return {
    value: { orderNumber: order?.number ?? null, customerName: customer?.value ?? null },
    bytes: (order?.bytes ?? 0) + (customer?.bytes ?? 0),
  }
}

async function shown(reader: Reader, refund: Refund, names: Names): Promise<object> {
  const view = await viewOf(reader, refund)
  return {
    ...ownFields(view),
    ...names,
    failing: view.failing && { ...view.failing, nextAt: toIsoOrNull(view.failing.nextAt) },
    createdAt: toIso(refund.createdAt),
    expiresAt: toIsoOrNull(refund.expiresAt),
    finishedAt: toIsoOrNull(refund.finishedAt),
    decisions: decisionNames.filter((name) =>
      moves.some(({ from, on }) => from === refund.status && on === decisions[name]),
    ),
  }
}

/** The basis of the amount is internal. */
function ownFields({ workspaceId: _workspace, basis: _basis, hasUnansweredTry: _try, ...view }: AgentView): object {
  return view
}

/** One entry of a refund's history: a move, or a request to the shop. */
export const timelineEntry = object('TimelineEntry', {
  kind: choice(['move', 'delivery']),
  at: time(),
  from: optional(choice(refundStatuses, 'Of a move; null for the first one.')),
  to: optional(choice(refundStatuses)),
  on: optional(text('What moved it, such as `agent_approved`.')),
  actor: optional(text('Who did.')),
  reason: optional(text()),
  id: optional(id('Of a delivery.')),
  type: optional(text('`refund.preview` or `refund.create`.')),
  number: optional(int('Which try it is.')),
  durationMs: optional(int()),
  httpStatus: optional(int()),
  answer: optional(text("The beginning of the shop's answer.", 2_048)),
  verdict: optional(text('The verdict on the response; null while the request is in progress.')),
  explanation: optional(text()),
})

/** Moves and deliveries as one list, in the order of their times. */
export function timeline({ moves, deliveries }: { moves: RecordedMove[]; deliveries: RecordedDelivery[] }): object[] {
  const moved = moves.map(({ at, ...move }) => ({ time: at, entry: { kind: 'move', at: toIso(at), ...move } }))
  const sent = deliveries.map(({ sentAt, ...each }) => ({
    time: sentAt,
    entry: { kind: 'delivery', at: toIso(sentAt), ...each },
  }))
  const entries = [...moved, ...sent].sort((a, b) => a.time - b.time || rankOf(a.entry) - rankOf(b.entry))
  return entries.map(({ entry }) => entry)
}

/** The order within a millisecond: the shop names an amount before there is a refund, and is asked to pay before that succeeds or fails. */
function rankOf({ type, from }: { type?: string; from?: string | null }): number {
  if (type === 'refund.preview') return 0
  if (type !== undefined) return 2
  return from === 'executing' || from === 'pending' ? 3 : 1
}

/** The newest messages of a conversation that are shown beside something else. */
export const MOST_MESSAGES = 30

export const message = object('ChatMessage', {
  id: id(),
  author: choice(authors),
  text: text(undefined, MAX_REPLY),
  sentAt: time(),
  pictures: optional(array(PictureView, MAX_PICTURES)),
})

/** Most pictures of a conversation that are shown beside something else: the newest. */
export const MOST_PICTURES = 24

/** The newest messages of a conversation, the oldest of them first; none if there is no conversation. */
export async function messagesOf(reader: Reader, conversationId: string | null): Promise<object[]> {
  if (conversationId === null) return []
  const messages = await newestMessages(reader, conversationId, MOST_MESSAGES)
  return messages.map(({ sentAt, ...shown }) => ({ ...shown, sentAt: toIso(sentAt) }))
}

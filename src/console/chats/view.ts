import { conversationModes } from '../../conversations/conversations.ts'
import { authors } from '../../conversations/stored-message.ts'
import { choice, currency, flag, id, int, money, text, time } from '../../lib/fields.ts'
import { object, optional } from '../../lib/schema.ts'
import { toIso } from '../../lib/time.ts'
import { inReadingTurn } from '../../objects/read.ts'
import { refundStatuses } from '../../refunds/lifecycle.ts'
import type { Reader } from '../../store/store.ts'
import { customerName } from '../customer-name.ts'
import { type ChatRow, MAX_UNREAD } from './list.ts'

/** A chat in a list. */
export const chatView = object('ChatRow', {
  id: id(),
  mode: choice(conversationModes, 'Who answers.'),
  isVerified: flag('Whether its customer is signed in to the shop.'),
  customerId: optional(id()),
  name: optional(text('The name or e-mail address of the customer; null for a guest.')),
  waitingSince: optional(time('Since when the customer waits for people.')),
  handOverReason: optional(text('Why the assistant handed over.')),
  unread: int('Messages of the customer that the member has not read.', 0, MAX_UNREAD),
  author: optional(choice(authors, 'Who wrote the last message.')),
  text: optional(text('How the last message begins.', 200)),
  at: optional(time('When it was written.')),
})

export const exampleChat = {
  id: 'conv_0VbaaJfV00007x0000Rb2mQvT9',
  mode: 'waiting',
  isVerified: true,
  customerId: 'c_81',
  name: 'Ada Lovelace',
  waitingSince: '2026-03-01T09:30:00.000Z',
  handOverReason: 'human',
  unread: 1,
  author: 'customer',
  text: 'Can I talk to somebody?',
  at: '2026-03-01T09:29:00.000Z',
}

export async function showChat(reader: Reader, workspaceId: string, row: ChatRow): Promise<object> {
  const { id, mode, customerId, waitingSince, handOverReason, unread, author, text, sentAt } = row
  // In turn, since a list has many customers, and each may be large.
  const name = customerId && (await inReadingTurn(workspaceId, () => customerName(reader, workspaceId, customerId)))
  return {
    ...{ id, mode, isVerified: customerId !== null, customerId, handOverReason, unread, author, text },
    name: name ?? customerId,
    waitingSince: waitingSince === null ? null : toIso(waitingSince),
    at: sentAt === null ? null : toIso(sentAt),
  }
}

/** What was said, noted and done in a chat. */
export const entryView = object('ChatEntry', {
  id: id(),
  kind: choice(
    ['message', 'note', 'mode', 'next', 'refund'],
    '`note`: for agents alone. `mode`: somebody else answers from here on. `next`: the customer wrote again in a new chat. `refund`: a refund has moved.',
  ),
  at: time(),
  author: optional(choice(authors)),
  name: optional(text('The agent who wrote, took, closed or decided.')),
  text: optional(text('Of a message or note; of a refund why it moved.', 100_000)),
  mode: optional(choice(conversationModes)),
  nextId: optional(id()),
  refund: optional(
    object('ChatEntryRefund', {
      id: id(),
      orderId: id(),
      amount: money(),
      currency: currency(),
      status: choice(refundStatuses),
    }),
  ),
})

export const exampleEntry = {
  ...{ id: 'msg_0VbaaJfV00007x0000Rb2mQvT9', kind: 'message', at: '2026-03-01T09:30:00.000Z', author: 'customer' },
  ...{ name: null, text: 'My mug came in two pieces.', mode: null, nextId: null, refund: null },
}

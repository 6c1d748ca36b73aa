import { getWorkspace } from '../../access/workspaces.ts'
import { getAssistantSettings } from '../../assistant/settings.ts'
import { conversationActs } from '../../conversations/acts.ts'
import { cardFields } from '../../conversations/card-fields.ts'
import { MOST_CARDS } from '../../conversations/cards.ts'
import { conversationModes } from '../../conversations/conversations.ts'
import { MAX_RATING_TEXT, type Rating, ratings } from '../../conversations/ratings.ts'
import { authors } from '../../conversations/stored-message.ts'
import { MAX_CHAT_TAG, MAX_CHAT_TAGS } from '../../conversations/tags.ts'
import { contactStates, mailStates } from '../../letters/states.ts'
import { choice, currency, flag, id, int, money, text, time } from '../../lib/fields.ts'
import { array, list, object, optional } from '../../lib/schema.ts'
import { toIso, toIsoOrNull } from '../../lib/time.ts'
import { fieldsOf, inReadingTurn } from '../../objects/find/read.ts'
import { orders } from '../../objects/types/order.ts'
import { MAX_PICTURES } from '../../pictures/pictures.ts'
import { closeReasons } from '../../refunds/end-waiting.ts'
import { refundStatuses } from '../../refunds/lifecycle.ts'
import type { Reader } from '../../store/store.ts'
import { PictureView } from '../../widget/picture-routes.ts'
import { customerName } from '../customer-name.ts'
import { type ChatRow, MAX_UNREAD } from './rows.ts'

/** A chat in a list. */
export const chatView = object('ChatRow', {
  id: id(),
  mode: choice(conversationModes, 'Who answers.'),
  isVerified: flag('Whether its customer is signed in to the shop.'),
  customerId: optional(id()),
  name: optional(text('The name or e-mail address of the customer; null for a guest.')),
  words: optional(text('How the last message of the customer begins; null: they have not written.', 200)),
  wordsAt: optional(time('When they wrote it.')),
  waitingSince: optional(time('Since when the customer waits for people.')),
  handOverReason: optional(text('Why the assistant handed over.')),
  language: optional(text('The language of the customer, such as `de`.')),
  orderNumber: optional(text('The order that was last spoken about.')),
  assignee: optional(object('ChatAssignee', { memberId: id(), name: text() })),
  snoozedUntil: optional(time('Till when it does not wait, unless the customer writes.')),
  closeReason: optional(choice(closeReasons, 'Why an agent closed it.')),
  tags: array(text(undefined, MAX_CHAT_TAG), MAX_CHAT_TAGS),
  rating: optional(choice(ratings, 'How the customer rated it.')),
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
  words: 'Can I talk to somebody?',
  wordsAt: '2026-03-01T09:29:00.000Z',
  waitingSince: '2026-03-01T09:30:00.000Z',
  handOverReason: 'human',
  language: 'en',
  orderNumber: '#1001',
  assignee: { memberId: 'mem_0VbaaJfV00007x0000Rb2mQvT9', name: 'Ben' },
  snoozedUntil: null,
  closeReason: null,
  tags: ['vip'],
  rating: null,
  unread: 1,
  author: 'customer',
  text: 'Can I talk to somebody?',
  at: '2026-03-01T09:29:00.000Z',
}

/** @param now epoch milliseconds: nothing is shown as later, even if the clock was set back since */
export async function showChat(reader: Reader, workspaceId: string, row: ChatRow, now: number): Promise<object> {
  const { id, mode, customerId, orderId, assigneeId, assigneeName, snoozedUntil, closeReason, tags } = row
  const { handOverReason, language, unread, author, text, words, rating } = row
  const past = (time: number | null) => toIsoOrNull(time === null ? null : Math.min(time, now))
  // In turn, since a list has many customers and orders, and each may be large.
  const name = customerId && (await inReadingTurn(workspaceId, () => customerName(reader, workspaceId, customerId)))
  const orderNumber = orderId && (await inReadingTurn(workspaceId, () => numberOf(reader, workspaceId, orderId)))
  return {
    ...{ id, mode, isVerified: customerId !== null, customerId, words, handOverReason, language, orderNumber },
    ...{ closeReason, tags, rating, unread, author, text },
    name: name ?? customerId,
    wordsAt: past(row.wordsAt),
    waitingSince: past(row.waitingSince),
    assignee: assigneeId === null ? null : { memberId: assigneeId, name: assigneeName },
    snoozedUntil: toIsoOrNull(snoozedUntil),
    at: past(row.sentAt),
  }
}

/** How the customer rated a chat. */
export const ratingView = object('RatedChat', {
  rating: choice(ratings),
  text: optional(text('What the customer wrote with it.', MAX_RATING_TEXT)),
  at: time('When it was first rated.'),
})

export function showRating({ rating, text, ratedAt }: Rating, now: number): object {
  return { rating, text, at: toIso(Math.min(ratedAt, now)) }
}

export function showChats(reader: Reader, workspaceId: string, rows: ChatRow[], now: number): Promise<object[]> {
  return Promise.all(rows.map((row) => showChat(reader, workspaceId, row, now)))
}

/** What the shop is called in chats. */
export async function shopNameOf(reader: Reader, workspaceId: string): Promise<string> {
  const { shopName } = await getAssistantSettings(reader, workspaceId)
  return shopName ?? (await getWorkspace(reader, workspaceId)).name
}

async function numberOf(
  reader: Reader,
  workspaceId: string,
  orderId: string,
): Promise<{ value: string | null; bytes: number }> {
  const order = await fieldsOf<{ number: string | null }>(reader, orders, workspaceId, orderId, ['number'])
  return { value: order?.number ?? null, bytes: order?.bytes ?? 0 }
}

/** What was said, noted and done in a chat. */
export const entryView = object('ChatEntry', {
  id: id(),
  kind: choice(
    ['message', 'note', 'mode', 'next', 'refund', 'act'],
    '`note`: for agents alone. `mode`: somebody else answers from here on. `next`: the customer wrote again in a new chat. `refund`: a refund has moved. `act`: see `act`.',
  ),
  at: time(),
  author: optional(choice(authors)),
  name: optional(text('The agent who wrote, took, closed or decided.')),
  text: optional(
    text(
      'Of a message or note; of a refund why it moved; of a closed chat the reason; of an act the tag, or the name of the member who has the chat since.',
      100_000,
    ),
  ),
  act: optional(choice(conversationActs, 'What an agent did besides; `woken` also by time, or by the customer.')),
  cards: optional(list(cardFields, MOST_CARDS)),
  until: optional(time('Of `snoozed`.')),
  pictures: optional(list(PictureView, MAX_PICTURES)),
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
  mail: optional(
    object('ChatMail', {
      state: choice(mailStates, 'What has become of the mail with the message.'),
      at: time('When it was sent or failed, or will be sent.'),
      explanation: optional(text('Why it was refused, or is tried again.', 10_000)),
    }),
  ),
})

/** Where mails of a chat go. */
export const contactView = object('ChatContact', {
  email: text('The address that the customer left.'),
  state: choice(
    contactStates,
    '`asked`: a mail asks its owner to confirm it; `waiting`, `failed`: that mail. `limit`: too many were sent there or from there. `unasked`: the workspace sends no mails, or did not when it was left.',
  ),
  explanation: optional(text(undefined, 10_000)),
})

export const exampleEntry = {
  ...{ id: 'msg_0VbaaJfV00007x0000Rb2mQvT9', kind: 'message', at: '2026-03-01T09:30:00.000Z', author: 'customer' },
  ...{
    name: null,
    text: 'My mug came in two pieces.',
    act: null,
    cards: null,
    until: null,
    pictures: null,
    mode: null,
    nextId: null,
    refund: null,
    mail: null,
  },
}

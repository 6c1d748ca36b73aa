import * as v from 'valibot'
import { conversationModes } from '../conversations/conversations.ts'
import { awaitsContact } from '../conversations/hand-over.ts'
import { ratingOf } from '../conversations/ratings.ts'
import { countUnread, MAX_UNREAD, markRead } from '../conversations/read-marks.ts'
import { typingPart } from '../conversations/typing.ts'
import { type Route, route } from '../http/route.ts'
import { anyCurrency, choice, flag, id, int, money, text, time } from '../lib/fields.ts'
import { list, object, optional } from '../lib/schema.ts'
import { refundStatuses } from '../refunds/lifecycle.ts'
import { answeredIn, confirmOffer, declineOffer, MAX_SHOWN, presentMessage, readChat, showRefund } from './chat.ts'
import { chatSession } from './credentials.ts'
import { Message, message, sendMessage } from './message-routes.ts'
import { startNewChat } from './new-chat-routes.ts'
import { presentRating, rateChat, ratingView } from './rating-routes.ts'
import { endWidgetSession, startWidgetSession, WIDGET_TAG as tag } from './session-routes.ts'
import { chatStreams } from './streams.ts'

const conversationId = 'conv_0VbaaJfV00007x0000Rb2mQvT9'
const MODES =
  'Who answers: the `assistant`, or people, who have replied (`human`) or not yet (`waiting`). The next message in a `closed` conversation begins a new one.'

const Refund = object('ChatRefund', {
  actionId: id('Id of the refund.'),
  orderId: id('Id of the order.'),
  orderNumber: optional(text('Order number that the customer knows, as your server pushed it; else null.')),
  amount: money('In minor units.'),
  currency: anyCurrency(),
  status: choice(refundStatuses),
  expiresAt: optional(time('End of the time to decide, while the refund waits for the customer; else null.')),
})
const refund = {
  actionId: 'act_0VbaaJfV00007x0000Rb2mQvT9',
  orderId: 'o_1001',
  orderNumber: '#1001',
  amount: 1_250,
  currency: 'EUR',
  status: 'awaiting_customer',
  expiresAt: '2026-03-01T10:30:00.000Z',
}

const Page = v.object({
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.description('`nextCursor` of the previous response, to read older messages.'),
      v.regex(
        /^msg_[0-9A-Za-z]{23}$/,
        'must be an unchanged nextCursor; leave out the cursor to read the newest messages',
      ),
    ),
  ),
})

const readConversation = route({
  method: 'GET',
  path: '/widget/conversation',
  tag,
  operationId: 'readConversation',
  summary: 'Read the conversation',
  description: `Returns the newest messages, the oldest of them first, and the refund that waits for the customer, if there is one. A response has at most ${MAX_SHOWN} messages and 256 KiB. To read older messages, pass \`nextCursor\` as \`cursor\`: those of the closed conversations that this one follows are among them. To receive new events, open \`/widget/events\` with \`lastEventId\`. A session can have up to 4 responses in progress at a time; another call gets a 429. A conversation can be read up to 4 MB a minute, 1 MB of it at once.`,
  credential: chatSession,
  limits: ['calls'],
  largeAnswers: true,
  query: Page,
  status: 200,
  response: {
    schema: object('Conversation', {
      conversationId: id('Id of the conversation.'),
      mode: choice(conversationModes, MODES),
      messages: list(Message, MAX_SHOWN),
      nextCursor: optional(text('The `cursor` of the older messages; null if there are none.')),
      refund: optional(Refund),
      unread: int(
        `Number of messages after the last one that the customer wrote, or that was marked as read: ${MAX_UNREAD} means as many or more.`,
        0,
        MAX_UNREAD,
      ),
      rating: optional(ratingView),
      language: optional(text('The language in which the assistant answered last, such as `de`; null if it has not.')),
      asksContact: flag('Whether the customer may leave an e-mail address: people are away.'),
      lastEventId: text('Id to open the stream of events with.'),
    }),
    example: {
      conversationId,
      mode: 'assistant',
      messages: [message],
      nextCursor: null,
      refund,
      unread: 0,
      rating: null,
      language: 'en',
      asksContact: false,
      lastEventId: message.id,
    },
  },
  errors: [],
  handler: async ({ holder: session, query: { cursor = null }, store, clock }) => {
    const { messages, offer, ...places } = await readChat(store.read, session, cursor, clock.now())
    const rating = await ratingOf(store.read, places.conversationId)
    const asksContact = !session.byLink && (await awaitsContact(store.read, places.conversationId))
    return {
      ...{
        messages: messages.map(presentMessage),
        ...places,
        asksContact,
        language: await answeredIn(store.read, places.conversationId),
        rating: rating ? presentRating(rating) : null,
      },
      refund: offer && (await showRefund(store.read, offer)),
    }
  },
})

const readMessages = route({
  method: 'POST',
  path: '/widget/messages/{messageId}/read',
  tag,
  operationId: 'markMessagesRead',
  summary: 'Mark messages as read',
  description:
    'Notes that the customer has seen the conversation up to a message, on every device. A mark never moves back to an earlier message. What the customer has written counts as read.',
  credential: chatSession,
  limits: ['calls'],
  params: v.object({ messageId: id('The `id` of the last message that the customer has seen.') }),
  status: 200,
  response: {
    schema: object('Unread', {
      unread: int('Number of messages after it, as in `GET /widget/conversation`.', 0, MAX_UNREAD),
    }),
    example: { unread: 0 },
  },
  errors: ['NOT_FOUND'],
  handler: ({ holder: { conversationId }, params: { messageId }, store }) =>
    store.write(async (tx) => {
      await markRead(tx, conversationId, messageId)
      return { unread: await countUnread(tx, conversationId) }
    }),
})

const typing = route({
  method: 'POST',
  path: '/widget/typing',
  tag,
  operationId: 'reportTyping',
  summary: 'Report that the customer is writing',
  description:
    'Shows to agents that the customer is writing, for 6 seconds. Call it at most every 3 seconds while the customer writes; further calls change nothing. Nothing is stored.',
  credential: chatSession,
  limits: ['calls'],
  status: 204,
  errors: [],
  handler: async ({ holder: { workspaceId, conversationId }, part, clock }) => {
    part(typingPart).note({ workspaceId, conversationId, author: 'customer', name: null }, clock.now())
  },
})

const params = v.object({ actionId: id('The `actionId` of the refund.') })

const confirm = route({
  method: 'POST',
  path: '/widget/refunds/{actionId}/confirm',
  tag,
  operationId: 'confirmRefund',
  summary: 'Confirm a refund',
  description:
    'Confirms a refund with the amount that the customer saw. The refund is then made at once (`executing`), or an agent has to approve it first (`awaiting_approval`). The response is 409 and nothing changes if the amount is not that of the refund (`data.reason` is `amount_changed`), if the time to decide is over (`expired`), or if the refund does not wait for the customer (`wrong_status`, with the `status`).',
  credential: chatSession,
  limits: ['calls'],
  idempotent: true,
  params,
  body: {
    schema: object('SeenAmount', { amount: money('In minor units.'), currency: anyCurrency() }),
    size: 'widget',
    example: { amount: refund.amount, currency: refund.currency },
  },
  status: 200,
  response: { schema: Refund, example: { ...refund, status: 'executing', expiresAt: null } },
  errors: ['NOT_FOUND'],
  handler: async ({ holder: session, params: { actionId }, body: seen, actor, store, clock, wake }) => {
    const confirmed = await store.write(async (tx) =>
      showRefund(tx, await confirmOffer(tx, actor, session, { id: actionId, seen }, clock.now())),
    )
    wake()
    return confirmed
  },
})

const decline = route({
  method: 'POST',
  path: '/widget/refunds/{actionId}/decline',
  tag,
  operationId: 'declineRefund',
  summary: 'Decline a refund',
  description:
    'The refund ends as `declined`. If the refund does not wait for the customer, the response is 409 with the `data.reason` `wrong_status`.',
  credential: chatSession,
  limits: ['calls'],
  idempotent: true,
  params,
  status: 200,
  response: { schema: Refund, example: { ...refund, status: 'declined', expiresAt: null } },
  errors: ['NOT_FOUND'],
  handler: ({ holder: session, params: { actionId }, actor, store, clock }) =>
    store.write(async (tx) => showRefund(tx, await declineOffer(tx, actor, session, actionId, clock.now()))),
})

const streamEvents = route({
  method: 'GET',
  path: '/widget/events',
  tag,
  operationId: 'streamEvents',
  summary: 'Receive events',
  description:
    'Server-sent events: `message` for each new message, `refund` when a refund of the conversation reaches a status, `mode` when somebody else answers from now on: its data are `id`, `conversationId`, `mode`, `agentName` (who took or closed the conversation, else null) and `at`. If the customer writes in a closed conversation, the stream continues with the one that follows, whose first event is a `mode` with the new `conversationId`. `typing` comes while an agent is writing (at most every 3 seconds, without an id). While there are no events, a comment is sent every 15 seconds. The stream ends with the session, or when the server stops: open it again with the id of the last event. A session can have up to 4 streams at a time; another call gets a 409 with the `data.reason` `too_many_streams`. Read the stream with `fetch`, since the `EventSource` of browsers cannot send the token.',
  credential: chatSession,
  limits: ['calls'],
  status: 200,
  stream: {
    description: 'The stream of events.',
    example: `id: ${message.id}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`,
  },
  errors: ['CONFLICT'],
  handler: ({ holder: session, lastEventId, part }) => part(chatStreams).open(session, lastEventId),
})

/** The calls of the chat widget. */
export const widgetRoutes: Route[] = [
  startWidgetSession,
  endWidgetSession,
  readConversation,
  startNewChat,
  sendMessage,
  readMessages,
  typing,
  rateChat,
  confirm,
  decline,
  streamEvents,
]

import * as v from 'valibot'
import { authors, findMessage, MAX_CUSTOMER_MESSAGE } from '../conversations/conversations.ts'
import { type Route, route } from '../http/route.ts'
import { choice, currency, id, money, someText, text, time } from '../lib/fields.ts'
import { list, object, optional } from '../lib/schema.ts'
import { refundStatuses } from '../refunds/lifecycle.ts'
import { confirmOffer, declineOffer, MAX_SHOWN, readChat, say } from './chat.ts'
import { chatSession } from './credentials.ts'
import { bytesOfMessage } from './guest-bytes.ts'
import { presentMessage, presentRefund } from './present.ts'
import { startWidgetSession, WIDGET_TAG as tag } from './session-routes.ts'
import { chatStreams } from './streams.ts'

const Message = object('ChatMessage', {
  id: id(),
  author: choice(authors, 'Who wrote it; `system` tells what happened to a refund.'),
  text: text('What they wrote.', 100_000),
  sentAt: time('When.'),
})
const message = {
  id: 'msg_0VbaaJfV00007x0000Rb2mQvT9',
  author: 'customer',
  text: 'My mug came in two pieces.',
  sentAt: '2026-03-01T09:30:00.000Z',
}

const Refund = object('ChatRefund', {
  actionId: id('The refund.'),
  orderId: id('The order that it is for.'),
  amount: money('In minor units.'),
  currency: currency(),
  status: choice(refundStatuses),
  expiresAt: optional(time('Until when the customer may decide, while they have to.')),
})
const refund = {
  actionId: 'act_0VbaaJfV00007x0000Rb2mQvT9',
  orderId: 'o_1001',
  amount: 1_250,
  currency: 'EUR',
  status: 'awaiting_customer',
  expiresAt: '2026-03-01T10:30:00.000Z',
}

const Page = v.object({
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.description('`nextCursor` of the answer before, to read older messages.'),
      v.check(
        (value) => /^msg_[0-9A-Za-z]{23}$/.test(value),
        'must be a nextCursor, unchanged: leave it out to read the newest messages',
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
  description: `The newest messages, the oldest of them first, and the refund that the customer is asked to confirm, if there is one. A response has at most ${MAX_SHOWN} messages and 256 KiB: pass its \`nextCursor\` as \`cursor\` to read older ones. To receive what comes next, open \`/widget/events\` with \`lastEventId\`. At most 4 responses of a session may be under way at a time, else the next is a 429.`,
  credential: chatSession,
  limits: ['calls'],
  largeAnswers: true,
  query: Page,
  status: 200,
  response: {
    schema: object('Conversation', {
      messages: list(Message, MAX_SHOWN),
      nextCursor: optional(text('The `cursor` of the older messages; null where there are none.')),
      refund: optional(Refund),
      lastEventId: text('From where the stream of events goes on.'),
    }),
    example: { messages: [message], nextCursor: null, refund, lastEventId: message.id },
  },
  errors: [],
  handler: async ({ holder: session, query: { cursor = null }, store, clock }) => {
    const { messages, offer, ...places } = await readChat(store.read, session, cursor, clock.now())
    return { messages: messages.map(presentMessage), ...places, refund: offer && presentRefund(offer) }
  },
})

const sendMessage = route({
  method: 'POST',
  path: '/widget/messages',
  tag,
  operationId: 'sendMessage',
  summary: 'Say something',
  description:
    'Sends a message of the customer. A session may send 30 messages a minute, and the guests of one network may store 1 MB a day: more is a 429.',
  credential: chatSession,
  limits: ['calls', 'messages'],
  idempotent: true,
  replay: {
    idOf: (answer) => (answer as { id: string }).id,
    read: async (reader, messageId) => {
      const found = await findMessage(reader, messageId)
      return found && presentMessage(found)
    },
  },
  body: {
    schema: object('NewMessage', { text: someText('What the customer says.', MAX_CUSTOMER_MESSAGE) }),
    size: 'widget',
    example: { text: message.text },
  },
  status: 200,
  response: { schema: Message, example: message },
  errors: [],
  handler: ({ holder: session, body, takeGuestBytes, store, clock }) => {
    if (session.customerId === null) takeGuestBytes(bytesOfMessage(body.text))
    return store.write(async (tx) => presentMessage(await say(tx, session, body.text, clock.now())))
  },
})

const params = v.object({ actionId: id('The `actionId` of the refund.') })

const confirm = route({
  method: 'POST',
  path: '/widget/refunds/{actionId}/confirm',
  tag,
  operationId: 'confirmRefund',
  summary: 'Agree to a refund',
  description:
    'With the amount that the customer was shown. Where it is not the one that the shop named, nothing happens and the answer is a 409, its `data.reason` `amount_changed`; so it is with `expired` when the time to decide is up, and with `wrong_status` and the `status` when the refund does not wait for its customer. The refund is made at once, or an agent looks at it first: the status tells.',
  credential: chatSession,
  limits: ['calls'],
  idempotent: true,
  params,
  body: {
    schema: object('SeenAmount', { amount: money('In minor units.'), currency: currency() }),
    size: 'widget',
    example: { amount: refund.amount, currency: refund.currency },
  },
  status: 200,
  response: { schema: Refund, example: { ...refund, status: 'executing', expiresAt: null } },
  errors: ['NOT_FOUND'],
  handler: async ({ holder: session, params: { actionId }, body: seen, actor, store, clock, wake }) => {
    const confirmed = await store.write(async (tx) =>
      presentRefund(await confirmOffer(tx, actor, session, { id: actionId, seen }, clock.now())),
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
  summary: 'Say no to a refund',
  credential: chatSession,
  limits: ['calls'],
  idempotent: true,
  params,
  status: 200,
  response: { schema: Refund, example: { ...refund, status: 'declined', expiresAt: null } },
  errors: ['NOT_FOUND'],
  handler: ({ holder: session, params: { actionId }, actor, store, clock }) =>
    store.write(async (tx) => presentRefund(await declineOffer(tx, actor, session, actionId, clock.now()))),
})

const streamEvents = route({
  method: 'GET',
  path: '/widget/events',
  tag,
  operationId: 'streamEvents',
  summary: 'Be told what happens',
  description:
    'Server-sent events: `message` for each new message, `refund` when a refund of the conversation reaches a status. A comment comes every 15 seconds while nothing happens. The stream ends with the session, or when the server stops: open it again with the id of the last event. A session may have 4 at a time, else the answer is a 409, its `data.reason` `too_many_streams`. The `EventSource` of browsers sends no token: read the stream with `fetch`.',
  credential: chatSession,
  limits: ['calls'],
  status: 200,
  stream: {
    description: 'The events, as they happen.',
    example: `id: ${message.id}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`,
  },
  errors: ['CONFLICT'],
  handler: ({ holder: session, lastEventId, part }) => part(chatStreams).open(session, lastEventId),
})

/** The calls of the chat widget, which come from web pages. */
export const widgetRoutes: Route[] = [startWidgetSession, readConversation, sendMessage, confirm, decline, streamEvents]

import { orderCardFields } from '../conversations/card-fields.ts'
import type { OrderCard } from '../conversations/cards.ts'
import { type EarlierChat, earlierChats, MOST_EARLIER_CHATS, MOST_FIRST_WORDS } from '../conversations/earlier.ts'
import { type Route, route } from '../http/route.ts'
import { id, text, time } from '../lib/fields.ts'
import { list, object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'
import { chatSession } from './credentials.ts'
import { WIDGET_TAG } from './session-routes.ts'

/** The card of the open order that a customer placed last; null without one. */
export type OpenOrderOf = (
  reader: Reader,
  customer: { workspaceId: string; customerId: string },
) => Promise<OrderCard | null>

const presentChat = ({ startedAt, ...chat }: EarlierChat) => ({ ...chat, startedAt: toIso(startedAt) })

export const welcomeRoute = (openOrderOf: OpenOrderOf): Route =>
  route({
    method: 'GET',
    path: '/widget/welcome',
    tag: WIDGET_TAG,
    operationId: 'readWelcome',
    summary: 'Read what an empty chat shows',
    description: `Returns the order of the signed-in customer that was placed last and is neither delivered nor cancelled, refunded or returned, and up to ${MOST_EARLIER_CHATS} earlier conversations, the newest first. Their messages are those before the \`nextCursor\` of \`GET /widget/conversation\`. A guest has no order here, and the session of a mailed link no earlier conversations.`,
    credential: chatSession,
    limits: ['calls'],
    status: 200,
    response: {
      schema: object('Welcome', {
        order: optional(orderCardFields),
        earlier: list(
          object('EarlierChat', {
            conversationId: id('Id of the conversation.'),
            firstMessageId: id('Id of the first message of the customer in it.'),
            text: text('How that message begins.', MOST_FIRST_WORDS),
            startedAt: time('When it was sent.'),
          }),
          MOST_EARLIER_CHATS,
        ),
      }),
      example: {
        order: null,
        earlier: [
          {
            conversationId: 'conv_0VbaaJfV00007x0000Rb2mQvT9',
            firstMessageId: 'msg_0VbaaJfV00007x0000Rb2mQvT9',
            text: 'My mug came in two pieces.',
            startedAt: '2026-03-01T09:30:00.000Z',
          },
        ],
      },
    },
    errors: [],
    handler: async ({ holder: { workspaceId, customerId, conversationId, byLink }, store: { read } }) => ({
      order: customerId === null ? null : await openOrderOf(read, { workspaceId, customerId }),
      // A link in a mail opens one conversation.
      earlier: byLink ? [] : (await earlierChats(read, conversationId)).map(presentChat),
    }),
  })

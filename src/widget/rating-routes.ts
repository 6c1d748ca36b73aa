import { MAX_RATING_TEXT, type Rating, rateConversation, ratings } from '../conversations/ratings.ts'
import { type Route, route } from '../http/route.ts'
import { DomainError } from '../lib/errors.ts'
import { choice, someText, text, time } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { chatSession } from './credentials.ts'
import { bytesOfMessage } from './guest-bytes.ts'
import { WIDGET_TAG } from './session-routes.ts'
import { conversationOf } from './sessions.ts'

/** How a customer rated the conversation. */
export const ratingView = object('ChatRating', {
  rating: choice(ratings),
  text: optional(text('What the customer wrote with it.', MAX_RATING_TEXT)),
  ratedAt: time('When the customer first rated it. The rating can be changed for a day.'),
})

export const exampleRating = { rating: 'good', text: 'Quick help!', ratedAt: '2026-03-01T09:50:00.000Z' }

export function presentRating({ ratedAt, ...rating }: Rating): object {
  return { ...rating, ratedAt: toIso(ratedAt) }
}

/** The customer rates the chat. */
export const rateChat: Route = route({
  method: 'POST',
  path: '/widget/rating',
  tag: WIDGET_TAG,
  operationId: 'rateConversation',
  summary: 'Rate the conversation',
  description:
    'The customer, guests too, rates the conversation once it has ended: it is closed, or the assistant answered last, at least 10 minutes ago. Before that the response is 409 with the `data.reason` `not_ended`. A conversation has one rating, which another call replaces within a day; later the response is 409 with the `data.reason` `rating_final`. Card numbers in the text are masked.',
  credential: chatSession,
  limits: ['calls', 'messages'],
  body: {
    schema: object('NewRating', {
      rating: choice(ratings),
      text: optional(someText('What the customer wants to say with it.', MAX_RATING_TEXT)),
    }),
    size: 'widget',
    example: { rating: 'good', text: exampleRating.text },
  },
  status: 200,
  response: { schema: ratingView, example: exampleRating },
  errors: ['CONFLICT'],
  handler: async ({ holder: session, body: { rating, text = null }, takeGuestBytes, store, clock }) => {
    // Also without a text: each change is reported, and its record is stored.
    if (session.customerId === null) takeGuestBytes(bytesOfMessage(text ?? ''))
    return store.write(async (tx) => {
      // The session may have moved on since the call arrived.
      const id = await conversationOf(tx, session.id)
      if (id === undefined)
        throw new DomainError('UNAUTHORIZED', 'session_ended', 'The chat session has ended. Start a new session.')
      const rated = { workspaceId: session.workspaceId, id, rating, text }
      return presentRating(await rateConversation(tx, rated, clock.now()))
    })
  },
})

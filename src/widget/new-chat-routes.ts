import { getConversation } from '../conversations/conversations.ts'
import { hasEnded } from '../conversations/ratings.ts'
import { type Route, route } from '../http/route.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { id } from '../lib/fields.ts'
import { object } from '../lib/schema.ts'
import { endConversation } from '../refunds/end-waiting.ts'
import { chatSession } from './credentials.ts'
import { WIDGET_TAG } from './session-routes.ts'
import { conversationOf, followConversation } from './sessions.ts'

/** The customer begins a new conversation. */
export const startNewChat: Route = route({
  method: 'POST',
  path: '/widget/conversations',
  tag: WIDGET_TAG,
  operationId: 'startNewConversation',
  summary: 'Start a new conversation',
  description:
    'Begins a new conversation once the one of the session has ended: it is closed, or the assistant answered last, at least 10 minutes ago. Then it is closed, and a refund that waits in it is cancelled. All sessions of the old conversation continue in the new one. Before the end the response is 409 with the `data.reason` `not_ended`. The messages of the old conversation can be read with the `nextCursor` of the new one.',
  credential: chatSession,
  limits: ['calls', 'messages'],
  status: 200,
  response: {
    schema: object('NewConversation', { conversationId: id('Id of the new conversation.') }),
    example: { conversationId: 'conv_0VbaaJfV00007x0000Rb2mQvT9' },
  },
  errors: ['CONFLICT'],
  handler: ({ holder: session, store, clock }) =>
    store.write(async (tx) => {
      // The session may have moved on since the call arrived.
      const current = await conversationOf(tx, session.id)
      if (current === undefined)
        throw new DomainError('UNAUTHORIZED', 'session_ended', 'The chat session has ended. Start a new session.')
      const conversation = await getConversation(tx, session.workspaceId, current)
      if (session.byLink)
        throw new DomainError(
          'FORBIDDEN',
          'opened_by_link',
          'The link of an e-mail opens one chat. Start a new chat in the shop.',
          { reason: 'opened_by_link' },
        )
      if (!(await hasEnded(tx, conversation, clock.now())))
        throw conflict(
          'not_ended',
          'The conversation has not ended. Write in it. A new one can begin once it is closed, or 10 minutes after the last answer of the assistant.',
        )
      await endConversation(tx, current, clock.now())
      return { conversationId: await followConversation(tx, conversation, clock.now()) }
    }),
})

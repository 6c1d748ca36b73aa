import { awaitsContact, setContact } from '../conversations/hand-over.ts'
import { type Route, route } from '../http/route.ts'
import { DomainError } from '../lib/errors.ts'
import { email } from '../lib/fields.ts'
import { object } from '../lib/schema.ts'
import { chatSession } from './credentials.ts'
import { bytesOfMessage } from './guest-bytes.ts'
import { WIDGET_TAG } from './session-routes.ts'
import { conversationOf } from './sessions.ts'

/** The customer leaves an e-mail address, while nobody is there. */
export const leaveContact: Route = route({
  method: 'POST',
  path: '/widget/contact',
  tag: WIDGET_TAG,
  operationId: 'leaveContact',
  summary: 'Leave an e-mail address',
  description:
    'The customer leaves an e-mail address for the reply, after the conversation was left to people who are away: `asksContact` of `GET /widget/conversation` is true then. The address is not confirmed. It is shown to agents. If no address is asked for, the response is 409 with the `data.reason` `not_asked`.',
  credential: chatSession,
  limits: ['calls', 'messages'],
  body: {
    schema: object('ContactAddress', { email: email('The e-mail address.') }),
    size: 'widget',
    example: { email: 'ada@example.com' },
  },
  status: 200,
  response: {
    schema: object('Contact', { email: email('The address that was stored.') }),
    example: { email: 'ada@example.com' },
  },
  errors: ['CONFLICT'],
  handler: async ({ holder: session, body, takeGuestBytes, store, clock, wake }) => {
    if (session.customerId === null) takeGuestBytes(bytesOfMessage(body.email))
    await store.write(async (tx) => {
      // The session may have moved on since the call arrived.
      const id = await conversationOf(tx, session.id)
      if (id === undefined)
        throw new DomainError('UNAUTHORIZED', 'session_ended', 'The chat session has ended. Start a new session.')
      if (session.byLink || !(await awaitsContact(tx, id)))
        throw new DomainError('CONFLICT', 'not_asked', 'This conversation does not ask for an e-mail address.')
      await setContact(tx, id, body.email, clock.now())
    })
    wake()
    return { email: body.email }
  },
})

import { getConversation } from '../conversations/conversations.ts'
import { type Route, route } from '../http/route.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { choice, email, flag } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { isMailOn } from '../mail/setup.ts'
import type { Reader } from '../store/store.ts'
import { chatSession } from '../widget/credentials.ts'
import { bytesOfMessage } from '../widget/guest-bytes.ts'
import { WIDGET_TAG as tag } from '../widget/session-routes.ts'
import { conversationOf } from '../widget/sessions.ts'
import { targetOf } from './contacts.ts'
import { areLettersOn } from './settings.ts'
import { askForTranscript } from './transcripts.ts'

async function areSent(reader: Reader, workspaceId: string): Promise<boolean> {
  return (await areLettersOn(reader, workspaceId)) && (await isMailOn(reader))
}

const offer = route({
  method: 'GET',
  path: '/widget/transcript',
  tag,
  operationId: 'showTranscriptOffer',
  summary: 'Show whether the conversation can be sent by e-mail',
  description: 'Whether the customer can get a copy of the conversation by e-mail, and has to name an address for it.',
  credential: chatSession,
  limits: ['calls'],
  status: 200,
  response: {
    schema: object('TranscriptOffer', {
      isOffered: flag('Whether the workspace sends e-mails to its customers.'),
      needsEmail: flag('Whether the customer has to name an address: none is known that was confirmed.'),
    }),
    example: { isOffered: true, needsEmail: true },
  },
  errors: [],
  handler: async ({ holder: { workspaceId, conversationId, trial, byLink }, store: { read } }) => {
    const { customerId } = await getConversation(read, workspaceId, conversationId)
    const hasTarget = (await targetOf(read, { workspaceId, conversationId }, customerId)) !== undefined
    const isOffered = !trial && (await areSent(read, workspaceId)) && (hasTarget || !byLink)
    return { isOffered, needsEmail: !hasTarget }
  },
})

const ask = route({
  method: 'POST',
  path: '/widget/transcript',
  tag,
  operationId: 'sendTranscript',
  summary: 'Send the conversation by e-mail',
  description:
    'Sends a copy of the conversation to its customer: to the e-mail address that your server has pushed for a signed-in customer, or to the one that the customer names. The owner of another address first gets one e-mail to confirm it: then `status` is `confirm`, and the copy follows the confirmation. If no address is known and none is named, the response is 409 with the `data.reason` `no_address`; `stopped`: all e-mails to the address were stopped; `mail_off`: the workspace sends none. At most 5 e-mails an hour go to one address, 60 an hour come of the guests of one network, and 400 a day of the chats of a workspace. Beyond that the response is 429.',
  credential: chatSession,
  limits: ['calls', 'messages'],
  body: {
    schema: object('TranscriptRequest', { email: optional(email('The address, if none is known.')) }),
    size: 'widget',
    example: { email: 'ada@example.com' },
  },
  status: 200,
  response: {
    schema: object('TranscriptAsked', {
      status: choice(['sent', 'confirm'], '`confirm`: the owner of the address has to confirm it first.'),
    }),
    example: { status: 'confirm' },
  },
  errors: ['CONFLICT'],
  handler: async ({ holder: session, body: { email: named = null }, takeGuestBytes, store, clock, wake }) => {
    const { workspaceId, trial, byLink } = session
    if (trial || !(await areSent(store.read, workspaceId)))
      throw conflict('mail_off', 'This workspace sends no e-mails to customers.')
    if (session.customerId === null && named !== null) takeGuestBytes(bytesOfMessage(named))
    const status = await store.write(async (tx) => {
      // The session may have moved on since the call arrived.
      const conversationId = await conversationOf(tx, session.id)
      if (conversationId === undefined)
        throw new DomainError('UNAUTHORIZED', 'session_ended', 'The chat session has ended. Start a new session.')
      // A person who was handed a link must not direct the replies of the chat to themselves.
      const email = byLink ? null : named
      return askForTranscript(tx, { workspaceId, conversationId, email }, clock.now())
    })
    wake()
    return { status }
  },
})

/** The calls of the chat window for a copy by e-mail. */
export const transcriptRoutes: Route[] = [offer, ask]

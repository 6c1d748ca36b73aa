import { cardFields } from '../conversations/card-fields.ts'
import { MOST_CARDS } from '../conversations/cards.ts'
import { findMessage, MAX_CUSTOMER_MESSAGE } from '../conversations/conversations.ts'
import { authors } from '../conversations/stored-message.ts'
import { route } from '../http/route.ts'
import { badRequest } from '../lib/errors.ts'
import { choice, id, text, time } from '../lib/fields.ts'
import { list, object, optional } from '../lib/schema.ts'
import { MAX_PICTURES } from '../pictures/pictures.ts'
import { presentMessage, type SaidInChat, say } from './chat.ts'
import { chatSession } from './credentials.ts'
import { bytesOfMessage } from './guest-bytes.ts'
import { PictureView } from './picture-routes.ts'
import { WIDGET_TAG as tag } from './session-routes.ts'

/** Five answers, and the wish to talk to a person. */
const MOST_CHOICES = 6
const Choice = object('ChatChoice', {
  id: id('To be sent as `choice` if the customer presses the button.'),
  text: text('What the button shows, and what the customer says by it.', 2_000),
})
/** A message as the API shows it to the customer. */
export const Message = object('ChatMessage', {
  id: id(),
  author: choice(authors, 'Author of the message. A message of `system` reports what happened to a refund.'),
  authorName: optional(text('The name of the agent who wrote it; else null.')),
  text: text('The text of the message.', 100_000),
  sentAt: time('When the message was sent.'),
  choices: optional(list(Choice, MOST_CHOICES)),
  cards: optional(list(cardFields, MOST_CARDS)),
  pictures: optional(list(PictureView, MAX_PICTURES)),
})
export const message = {
  id: 'msg_0VbaaJfV00007x0000Rb2mQvT9',
  author: 'customer',
  authorName: null,
  text: 'My mug came in two pieces.',
  sentAt: '2026-03-01T09:30:00.000Z',
  choices: null,
  cards: null,
  pictures: null,
}

/** @throws DomainError BAD_REQUEST for a message of nothing */
function requireContent({ text, choice, pictures }: SaidInChat): void {
  if (text || choice || (pictures && pictures.length > 0)) return
  const message = 'must have at least 1 character, unless the message has pictures'
  throw badRequest(`The body does not fit the schema: text ${message}.`, [{ path: ['text'], message }])
}

export const sendMessage = route({
  method: 'POST',
  path: '/widget/messages',
  tag,
  operationId: 'sendMessage',
  summary: 'Send a message',
  description:
    'Sends a message of the customer, or a `choice` of a message that offers some: it answers the question of that message, in whatever language. A message may show up to 4 `pictures` that were uploaded before, also without a text. An unknown choice is a 400. In a closed conversation it begins a new one that follows, and all sessions of the closed one continue there. A session may send 30 messages a minute, and all guests of one network together may store 1 MB a day. Beyond that the response is 429.',
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
    schema: object('NewMessage', {
      text: optional(
        text(
          'The text of the message. May be left out with `pictures`. For a `choice` its own text is stored.',
          MAX_CUSTOMER_MESSAGE,
        ),
      ),
      choice: optional(id('The `id` of the choice that the customer has pressed.')),
      pictures: optional(list(id('The `id` of a picture that was uploaded.'), MAX_PICTURES)),
    }),
    size: 'widget',
    example: { text: message.text },
  },
  status: 200,
  response: { schema: Message, example: message },
  errors: [],
  handler: async ({ holder: session, body, takeGuestBytes, store, clock, hooks, wake, workspace }) => {
    requireContent(body)
    if (session.customerId === null) takeGuestBytes(bytesOfMessage(body.text ?? ''))
    const said = await store.write(async (tx) => {
      const { message, conversationId, isForPeople } = await say(tx, session, body, clock.now())
      if (!isForPeople) await hooks.onCustomerMessage(tx, { workspaceId: workspace.id, conversationId }, clock.now())
      return presentMessage(message)
    })
    wake()
    return said
  },
})

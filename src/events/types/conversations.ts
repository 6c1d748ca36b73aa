import { CONVERSATION, type ConversationChange, conversationModes } from '../../conversations/conversation-change.ts'
import { MAX_RATING_TEXT, type Rating, ratingOf, ratings } from '../../conversations/ratings.ts'
import { choice, text } from '../../lib/fields.ts'
import { optional } from '../../lib/schema.ts'
import type { Reader } from '../../store/store.ts'
import { sourceOf, type TypeOf } from '../event-type.ts'
import { customerFields, customerOf } from './customer.ts'

/** A burst of messages is one event. */
const BURST_MS = 60_000

interface Facts extends ConversationChange {
  id: string
  workspaceId: string
  customerId: string | null
  contactEmail: string | null
  /** Only of the change of a rating. */
  rated: Rating | undefined
}

const fields = {
  conversationId: text('The chat.'),
  mode: choice(conversationModes, 'Who answers since then.'),
  reason: optional(text('Why the assistant has handed over, as a code.')),
  orderNumber: optional(text('Of the order that a refund is wanted for, if the assistant could not offer it.')),
  text: optional(text('What the customer wrote last. Only with `includeText`.', 4_000)),
  ...customerFields,
}
const example = { conversationId: 'conv_0VbaoV8B0000GRiw6PwSfiY', reason: 'asked_for_person', orderNumber: null }

const types: TypeOf<Facts>[] = [
  {
    name: 'conversation.waiting',
    title: 'A customer waits for people',
    about: 'The assistant has left a chat to people, or is off. Nobody has replied yet.',
    isDefault: true,
    isUrgent: true,
    fields,
    example: { ...example, mode: 'waiting' },
    sentence: () => 'A customer waits for a reply in a chat.',
    when: ({ type, mode, from }) => type === 'mode' && mode === 'waiting' && from !== 'waiting',
  },
  {
    name: 'conversation.message',
    title: 'A customer writes while people answer',
    about: 'A customer has written while people answer. One event for all messages within 60 seconds.',
    isDefault: false,
    isUrgent: false,
    fields,
    example: { ...example, mode: 'human' },
    sentence: () => 'A customer has written in a chat.',
    quiet: { ms: BURST_MS, after: ['conversation.waiting', 'conversation.message'] },
    when: ({ type, by, mode }) => type === 'message' && by === 'customer' && (mode === 'waiting' || mode === 'human'),
  },
  {
    name: 'conversation.contact_left',
    title: 'A customer left an e-mail address',
    about: 'Nobody was there to answer, and the customer has left an e-mail address for the reply.',
    isDefault: true,
    isUrgent: false,
    fields,
    example: { ...example, mode: 'waiting' },
    sentence: () => 'A customer has left an e-mail address in a chat and waits for a reply.',
    when: ({ type }) => type === 'contact',
  },
  {
    name: 'conversation.closed',
    title: 'A chat was closed',
    about: 'An agent has closed a chat.',
    isDefault: false,
    isUrgent: false,
    fields,
    example: { ...example, mode: 'closed' },
    sentence: () => 'A chat was closed.',
    when: ({ type, mode, from }) => type === 'mode' && mode === 'closed' && from !== 'closed',
  },
  {
    name: 'conversation.rated',
    title: 'A customer rated a chat',
    about: 'A customer has rated a chat good or bad, or changed the rating.',
    isDefault: false,
    isUrgent: false,
    fields: {
      ...fields,
      rating: choice(ratings),
      text: optional(text('What the customer wrote with the rating. Only with `includeText`.', MAX_RATING_TEXT)),
    },
    example: { ...example, mode: 'closed', reason: null, rating: 'good' },
    sentence: ({ rating }) => `A customer has rated a chat as ${rating}.`,
    // Erased meanwhile, if there is no rating.
    when: ({ type, rated }) => type === 'rating' && rated !== undefined,
  },
]

/** Chats. Trials are nobody's business but that of the person who tries. */
export const conversationSource = sourceOf<Facts>({
  kinds: [CONVERSATION],
  types,
  factsOf: async (reader, { workspaceId, change }) => {
    const data = change.data as ConversationChange
    if (data.trial) return undefined
    const [id = ''] = change.ids
    const row = await reader.get<Pick<Facts, 'customerId' | 'contactEmail'>>(
      'SELECT customer_id AS "customerId", contact_email AS "contactEmail" FROM conversations WHERE workspace_id = ? AND id = ?',
      workspaceId,
      id,
    )
    // Erased meanwhile.
    const rated = data.type === 'rating' ? await ratingOf(reader, id) : undefined
    return row && { ...data, ...row, id, workspaceId, rated }
  },
  draft: ({ id, customerId, mode, reason, orderNumber, rated }) => ({
    subject: id,
    data: { conversationId: id, mode, reason, orderNumber, ...(rated && { rating: rated.rating }) },
    page: `/chats/${id}`,
    conversationId: id,
    customerId,
  }),
  personalOf: async (reader, { id, workspaceId, customerId, contactEmail, rated }) => {
    const customer = await customerOf(reader, workspaceId, customerId)
    return {
      text: rated ? rated.text : await lastWords(reader, id),
      ...customer,
      customerEmail: customer.customerEmail ?? contactEmail,
    }
  },
})

/** What the customer wrote last. */
async function lastWords(reader: Reader, id: string): Promise<string | null> {
  const row = await reader.get<{ text: string }>(
    `SELECT text FROM messages WHERE conversation_id = ? AND author = 'customer' ORDER BY id DESC LIMIT 1`,
    id,
  )
  return row?.text ?? null
}

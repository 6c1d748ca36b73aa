import { choice, email, flag, id, int, longText, objectId, text, time, url } from '../../lib/fields.ts'
import { list, object, optional } from '../../lib/schema.ts'
import { choiceFilter, emailFilter, exactFilter } from '../find/filter.ts'
import { MAX_OBJECT_BYTES, type Resource } from '../resource.ts'
import { identity, tags } from './shared-fields.ts'

export const ticketStatuses = ['open', 'pending', 'solved', 'closed'] as const
export const ticketChannels = ['email', 'chat', 'phone', 'sms', 'social', 'web', 'other'] as const
export const ticketPriorities = ['low', 'normal', 'high', 'urgent'] as const
export const authorTypes = ['customer', 'agent', 'bot', 'system'] as const

/** Most messages in all tickets of one call, so also in one ticket. */
export const MAX_MESSAGES = 2_000

export const Author = object('Author', {
  type: choice(authorTypes),
  name: optional(text()),
  email: optional(email()),
})

export const Attachment = object('Attachment', {
  name: text(),
  url: url(),
  contentType: optional(text()),
  size: optional(int('In bytes.')),
})

export const Message = object('Message', {
  id: id(),
  createdAt: time(),
  author: Author,
  body: longText(),
  internal: optional(flag('Whether the message is an internal note for agents. Default: false.')),
  attachments: optional(list(Attachment, 50)),
})

export const Ticket = object('Ticket', {
  ...identity,
  number: optional(text()),
  subject: optional(text()),
  status: optional(choice(ticketStatuses)),
  channel: optional(choice(ticketChannels)),
  customerId: optional(objectId()),
  email: optional(email()),
  customerName: optional(text()),
  orderIds: optional(list(objectId(), 1_000)),
  assignee: optional(text()),
  priority: optional(choice(ticketPriorities)),
  language: optional(text()),
  url: optional(url()),
  tags: tags(),
  createdAt: optional(time()),
  closedAt: optional(time()),
  rating: optional(int('Rating by the customer.', 1, 5)),
  messages: optional(list(Message, MAX_MESSAGES)),
})

export const tickets: Resource = {
  name: 'tickets',
  noun: 'ticket',
  about: 'Past conversations from another helpdesk, each with all its messages.',
  schema: Ticket,
  filters: [
    exactFilter({
      name: 'customerId',
      description: 'Your id of the customer.',
      example: 'c_81',
      storage: { column: 'customer_id', entries: 'tickets.customerId' },
    }),
    emailFilter({
      name: 'email',
      description: 'The e-mail address of the customer, in upper or lower case.',
      example: 'ada@example.com',
      storage: { column: 'email', entries: 'tickets.email' },
    }),
    choiceFilter(
      {
        name: 'status',
        description: 'The status of the ticket.',
        example: 'open',
        storage: { column: 'status', index: 'updates' },
      },
      ticketStatuses,
    ),
  ],
  searched: {
    names: ['subject'],
    marks: ['number', 'customerName', 'tags[]'],
    // Internal notes are for the agents of the other helpdesk, so a search does not show what they contain.
    body: [{ path: 'messages[].body', unless: 'internal' }],
    // An answer that helped once may help again.
    favor: ({ status, rating }) => (status === 'solved' && typeof rating === 'number' && rating >= 4 ? 1.5 : 1),
  },
  maxPerCall: 50,
  maxPerBatch: null,
  // A ticket includes all its messages.
  maxBytes: 2 * MAX_OBJECT_BYTES,
  maxNested: { field: 'messages', max: MAX_MESSAGES },
  callSize: 'large',
  isPersonal: true,
  example: {
    id: 't_77',
    updatedAt: '2026-03-03T12:00:00.000Z',
    subject: 'Where is my scarf?',
    status: 'solved',
    channel: 'email',
    customerId: 'c_81',
    orderIds: ['o_1001'],
    createdAt: '2026-03-02T20:41:00.000Z',
    messages: [
      {
        id: 'm_1',
        createdAt: '2026-03-02T20:41:00.000Z',
        author: { type: 'customer', name: 'Ada Lovelace', email: 'ada@example.com' },
        body: 'It should have been here by now.',
      },
    ],
  },
}

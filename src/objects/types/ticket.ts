import { choice, email, flag, id, int, longText, objectId, text, time, url } from '../../lib/fields.ts'
import { list, object, optional } from '../../lib/schema.ts'
import { MAX_OBJECT_BYTES, type Resource } from '../resource.ts'
import { identity, tags } from './common.ts'

export const ticketStatuses = ['open', 'pending', 'solved', 'closed'] as const
export const ticketChannels = ['email', 'chat', 'phone', 'sms', 'social', 'web', 'other'] as const
export const ticketPriorities = ['low', 'normal', 'high', 'urgent'] as const
export const authorTypes = ['customer', 'agent', 'bot', 'system'] as const

/** Messages of all tickets in one call, and so of one ticket too. */
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
  internal: optional(flag('Whether it is a note among agents; false where left out.')),
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
  rating: optional(int('How the customer rated the help.', 1, 5)),
  messages: optional(list(Message, MAX_MESSAGES)),
})

export const tickets: Resource = {
  name: 'tickets',
  noun: 'ticket',
  schema: Ticket,
  columns: { customer_id: 'customerId' },
  maxPerCall: 50,
  maxPerBatch: null,
  // A ticket comes with its whole thread.
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

import { choice, email, flag, id, int, longText, objectId, text, time, url } from '../fields.ts'
import { list, object, optional } from '../schema.ts'
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

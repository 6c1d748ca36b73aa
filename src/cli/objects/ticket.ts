import type { Ticket } from '../../client/objects.ts'
import type { Stored } from '../../client/reads.ts'
import { requireObject } from '../../lookup/stories.ts'
import { joined } from '../../lookup/story/section.ts'
import { tickets } from '../../objects/types/ticket.ts'
import { linesOf, print, strong } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'
import { day, type ListColumn, printFacts, view, when } from './view.ts'

export type StoredTicket = Stored<Ticket>

/** The columns of a list of one customer's tickets. */
export const ticketColumns: ListColumn<StoredTicket>[] = [
  ['ID', ({ id }) => id],
  ['STATUS', ({ status }) => status ?? ''],
  [spare('CREATED'), ({ createdAt }) => day(createdAt)],
  [cut('SUBJECT'), ({ subject }) => subject ?? ''],
]

export const ticketView = view<StoredTicket>({
  resource: tickets,
  columns: [...ticketColumns, [cut('CUSTOMER'), ({ email, customerId }) => email ?? customerId ?? '']],
  summary: ({ subject, status, createdAt }) => joined(subject, status, day(createdAt)),
  show: async (reader, workspaceId, id) => {
    const ticket = (await requireObject(reader, tickets, workspaceId, id)) as StoredTicket
    return { json: { ticket }, print: async () => printTicket(ticket) }
  },
})

function printTicket(ticket: StoredTicket): void {
  const { id, number, subject, status, messages = [] } = ticket
  print([strong(`Ticket ${joined(number ?? id, status)}`)])
  printFacts({
    id,
    subject,
    customer: joined(ticket.customerName, ticket.customerId, ticket.email),
    orders: ticket.orderIds?.join(', '),
    channel: ticket.channel,
    priority: ticket.priority,
    assignee: ticket.assignee,
    tags: ticket.tags?.join(', '),
    rating: ticket.rating === undefined ? '' : `${ticket.rating} of 5`,
    created: when(ticket.createdAt),
    closed: when(ticket.closedAt),
    updated: when(ticket.updatedAt),
  })
  for (const { createdAt, author, internal, body, attachments = [] } of messages) {
    const who = joined(author.name ?? author.email, author.type, internal ? 'internal note' : '')
    print('', [strong(who), `  ${when(createdAt)}`], ...linesOf(body, '  '))
    print(...attachments.map(({ name, url }) => `  [${name}] ${url}`))
  }
}

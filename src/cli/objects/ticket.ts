import { requireObject } from '../../lookup/stories.ts'
import { joined } from '../../lookup/story/section.ts'
import { type StoredTicket, ticketSections } from '../../lookup/story/ticket.ts'
import { tickets } from '../../objects/types/ticket.ts'
import { linesOf, print, strong } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'
import { printSections } from './sections.ts'
import { day, type ListColumn, view, when } from './view.ts'

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
    return { json: { ticket }, print: () => printTicket(ticket) }
  },
})

async function printTicket(ticket: StoredTicket): Promise<void> {
  const { id, number, status, messages = [] } = ticket
  print([strong(`Ticket ${joined(number ?? id, status)}`)])
  await printSections(ticketSections(ticket))
  for (const { createdAt, author, internal, body, attachments = [] } of messages) {
    const who = joined(author.name ?? author.email, author.type, internal ? 'internal note' : '')
    print('', [strong(who), `  ${when(createdAt)}`], ...linesOf(body, '  '))
    print(...attachments.map(({ name, url }) => `  [${name}] ${url}`))
  }
}

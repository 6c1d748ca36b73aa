import type { Ticket } from '../../client/objects.ts'
import type { Stored } from '../../client/reads.ts'
import type { ShownObject } from '../../objects/find/read.ts'
import { dateRow, type FactRow, type Section, textRow, withRows } from './section.ts'

export type StoredTicket = Stored<Ticket>

/** Orders of a ticket that are shown. */
const MOST_ORDERS = 20

/** What a ticket is about, and how far it is. Its messages are apart. */
export function ticketSections(shown: ShownObject): Section[] {
  const ticket = shown as StoredTicket
  const { customerId, customerName, orderIds = [], rating, email } = ticket
  const object = (label: string, type: string, id: string, text = id): FactRow => ({
    ...{ label, kind: 'object', text, type, id },
  })
  return withRows({
    name: 'about',
    title: 'Ticket',
    rows: [
      { label: 'ID', kind: 'text', text: ticket.id },
      ...textRow('Subject', ticket.subject),
      ...(ticket.status ? [{ label: 'Status', kind: 'state' as const, text: ticket.status }] : []),
      ...(customerId
        ? [object('Customer', 'customers', customerId, customerName || email)]
        : textRow('Customer', customerName)),
      ...textRow('E-mail', email),
      ...orderIds.slice(0, MOST_ORDERS).map((id) => object('Order', 'orders', id)),
      ...textRow('Channel', ticket.channel),
      ...textRow('Priority', ticket.priority),
      ...textRow('Assignee', ticket.assignee),
      ...textRow('Tags', ticket.tags?.join(', ')),
      ...textRow('Rating', rating === undefined ? undefined : `${rating} of 5`),
      ...dateRow('Created', ticket.createdAt),
      ...dateRow('Closed', ticket.closedAt),
      ...dateRow('Updated', ticket.updatedAt),
    ],
  })
}

import { customerStory } from '../../lookup/stories.ts'
import { customerName, customerSections, type StoredCustomer } from '../../lookup/story/customer.ts'
import type { StoredOrder } from '../../lookup/story/order.ts'
import { joined } from '../../lookup/story/section.ts'
import type { StoredTicket } from '../../lookup/story/ticket.ts'
import { customers } from '../../objects/types/customer.ts'
import { print, strong } from '../kit/output.ts'
import { commandHere } from '../kit/place.ts'
import { cut } from '../kit/table.ts'
import { orderColumns } from './order.ts'
import { printSections } from './sections.ts'
import { ticketColumns } from './ticket.ts'
import {
  chatForScripts,
  type ListColumn,
  notKnownYet,
  printChats,
  printFacts,
  printHeading,
  printRows,
  view,
} from './view.ts'

export const customerView = view<StoredCustomer>({
  resource: customers,
  columns: [
    ['ID', ({ id }) => id],
    [cut('NAME'), customerName],
    [cut('EMAIL'), ({ email }) => email ?? ''],
    [cut('TAGS'), ({ tags }) => tags?.join(', ') ?? ''],
  ],
  summary: (customer) => joined(customerName(customer), customer.email, customer.phone),
  show: async (reader, workspaceId, id) => {
    const { customer: shown, orders, tickets, conversations } = await customerStory(reader, workspaceId, id)
    const customer = shown as StoredCustomer
    return {
      json: {
        customer,
        orders: orders?.data ?? null,
        tickets: tickets?.data ?? null,
        conversations: conversations.map(chatForScripts),
      },
      print: async () => {
        await printCustomer(customer)
        await printRelated('orders', orderColumns, orders as Part<StoredOrder>, id)
        await printRelated('tickets', ticketColumns, tickets as Part<StoredTicket>, id)
        printChats(conversations)
      },
    }
  },
})

/** Also what `customers tag` shows. */
export async function printCustomer(customer: StoredCustomer): Promise<void> {
  const { id, tags } = customer
  print([strong(`Customer ${customerName(customer) || id}`)])
  await printSections(customerSections(customer))
  if (tags && tags.length > 0) printFacts({ tags: tags.join(', ') })
}

type Part<T> = { data: T[]; nextCursor: string | null } | null

/** Objects of the customer below their heading; nothing if there are none. */
async function printRelated<T>(
  name: string,
  columns: ListColumn<T>[],
  part: Part<T>,
  customerId: string,
): Promise<void> {
  if (part?.data.length === 0) return
  printHeading(name.charAt(0).toUpperCase() + name.slice(1))
  if (part === null) return print(notKnownYet(name))
  const { data, nextCursor } = part
  await printRows(columns, data)
  if (nextCursor !== null) print(`More: ${commandHere(name, 'list', '--customer-id', customerId)}`)
}

import type { Customer } from '../../client/objects.ts'
import type { Stored } from '../../client/reads.ts'
import { customerStory } from '../../lookup/stories.ts'
import { customers } from '../../objects/types/customer.ts'
import { print, strong } from '../kit/output.ts'
import { commandHere } from '../kit/place.ts'
import { cut } from '../kit/table.ts'
import { orderColumns, type StoredOrder } from './order.ts'
import { type StoredTicket, ticketColumns } from './ticket.ts'
import {
  addressLine,
  amount,
  chatForScripts,
  joined,
  type ListColumn,
  notKnownYet,
  printChats,
  printFacts,
  printHeading,
  printRows,
  view,
  when,
} from './view.ts'

export type StoredCustomer = Stored<Customer>

export const customerView = view<StoredCustomer>({
  resource: customers,
  columns: [
    ['ID', ({ id }) => id],
    [cut('NAME'), nameOf],
    [cut('EMAIL'), ({ email }) => email ?? ''],
    [cut('TAGS'), ({ tags }) => tags?.join(', ') ?? ''],
  ],
  summary: (customer) => joined(nameOf(customer), customer.email, customer.phone),
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
        printCustomer(customer)
        await printRelated('orders', orderColumns, orders as Part<StoredOrder>, id)
        await printRelated('tickets', ticketColumns, tickets as Part<StoredTicket>, id)
        printChats(conversations)
      },
    }
  },
})

/** Also what `customers tag` shows. */
export function printCustomer(customer: StoredCustomer): void {
  const { id, email, phone, locale, timezone, tags, totalSpent, totalSpentCurrency, ordersCount } = customer
  print([strong(`Customer ${nameOf(customer) || id}`)])
  printFacts({
    id,
    email,
    phone,
    language: joined(locale, timezone),
    addresses: customer.addresses?.map(addressLine).join('; '),
    tags: tags?.join(', '),
    'total spent': amount(totalSpent, totalSpentCurrency),
    orders: ordersCount === undefined ? '' : String(ordersCount),
    note: customer.note,
    'signed up': when(customer.createdAt),
    updated: when(customer.updatedAt),
  })
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

function nameOf({ name, firstName, lastName }: StoredCustomer): string {
  return name ?? [firstName, lastName].filter(Boolean).join(' ')
}

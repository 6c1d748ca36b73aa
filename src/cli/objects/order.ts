import { toMinute } from '../../lib/time.ts'
import { orderStory } from '../../lookup/stories.ts'
import type { StoredOrder } from '../../lookup/story/order.ts'
import { joined } from '../../lookup/story/section.ts'
import { orders } from '../../objects/types/order.ts'
import { type AgentView, overTotalWords, viewWords } from '../../refunds/agent-view.ts'
import { print, strong } from '../kit/output.ts'
import { commandHere } from '../kit/place.ts'
import { forScripts } from '../kit/refund-output.ts'
import { cut, spare } from '../kit/table.ts'
import { printSections } from './sections.ts'
import { amount, chatForScripts, day, type ListColumn, printChats, printHeading, view } from './view.ts'

/** The columns of a list of one customer's orders. */
export const orderColumns: ListColumn<StoredOrder>[] = [
  ['ID', ({ id }) => id],
  ['NUMBER', ({ number }) => number ?? ''],
  ['STATUS', ({ status }) => status ?? ''],
  [spare('TOTAL'), ({ total, currency }) => amount(total, currency)],
  [spare('PLACED'), ({ placedAt }) => day(placedAt)],
]

export const orderView = view<StoredOrder>({
  resource: orders,
  columns: [...orderColumns, [cut('CUSTOMER'), ({ email, customerId }) => email ?? customerId ?? '']],
  summary: ({ number, status, total, currency, placedAt }) =>
    joined(number, status, amount(total, currency), day(placedAt)),
  show: async (reader, workspaceId, id) => {
    const {
      order: shown,
      customer,
      shipments,
      sections,
      refunds,
      conversations,
    } = await orderStory(reader, workspaceId, id)
    const order = shown as StoredOrder
    return {
      json: {
        order,
        customer,
        shipments: shipments.data,
        refunds: refunds.map(forScripts),
        conversations: conversations.map(chatForScripts),
      },
      print: async () => {
        print([strong(titleOf(order))])
        if (shipments.data.length === 0) {
          printHeading('Parcels')
          print('none')
        }
        await printSections(sections)
        if (shipments.nextCursor !== null) print(`More: ${commandHere('shipments', 'list', '--order-id', id)}`)
        printRefunds(refunds)
        printChats(conversations)
      },
    }
  },
})

/** What the page of an order has at its top. */
function titleOf({ id, number, status, paymentStatus, total, currency, placedAt }: StoredOrder): string {
  return `Order ${joined(number ?? id, status, paymentStatus, amount(total, currency), day(placedAt))}`
}

function printRefunds(refunds: AgentView[]): void {
  if (refunds.length === 0) return
  printHeading('Refunds')
  for (const refund of refunds) {
    const { id, amount: minor, currency, kind, createdAt, overOrderTotal } = refund
    print(`${id}  ${amount(minor, currency)}, ${viewWords(refund)}`)
    print(`  ${toMinute(createdAt)}  ${kind}`)
    if (overOrderTotal) print(`  ${overTotalWords(refund, overOrderTotal)}`)
  }
}

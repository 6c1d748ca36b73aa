import type { CommandName } from '../commands/command.ts'

/** Nothing that the shop can answer. */
export const OTHER = 'out_of_scope'
/** Courtesies, and short answers. */
export const TALK = 'greeting'

const SAME: Record<CommandName, string> = {
  unclear: OTHER,
  thanks: TALK,
  bye: TALK,
  yes: TALK,
  no: TALK,
  choose: TALK,
  late: 'order_status',
  marked_delivered: 'not_received',
}

/** What the second vote can say of a message: commands that differ in few words are one class. */
export function classOf(name: CommandName): string {
  return SAME[name] ?? name
}

export function isSmall(name: CommandName): boolean {
  return classOf(name) === TALK
}

/** Commands that are answered in much the same way: between them the rules decide. */
const KIN: CommandName[][] = [
  ['order_status', 'tracking', 'not_received', 'delivery_by'],
  ['stock', 'restock', 'product_info', 'price', 'options_available', 'size_advice'],
  ['shipping_info', 'delivery_country'],
  ['cancel_order', 'change_order', 'change_address', 'undo'],
  ['refund_request', 'refund_status', 'return_how', 'exchange'],
  ['complaint', 'human', 'legal', 'fraud'],
]

/** The commands that a command is kin to, as a number; its class if there are none. */
export function kinOf(name: CommandName): number | string {
  const index = KIN.findIndex((some) => some.includes(classOf(name)))
  return index === -1 ? classOf(name) : index
}

/** Whether it says how far an order is. */
export function isAboutOrders(name: CommandName): boolean {
  return kinOf(name) === 0 && name !== 'delivery_by'
}

export function isAboutProducts(name: CommandName): boolean {
  return kinOf(name) === 1
}

/** Whether it is about money that goes back. */
export function isAboutRefunds(name: CommandName): boolean {
  return kinOf(name) === 4
}

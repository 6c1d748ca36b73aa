import type { ReasonKind } from '../refunds/reasons.ts'

/** What a customer may ask for. Each is answered from the data of the workspace, or handed over to people. */
export const commandNames = [
  'order_status',
  'tracking',
  'not_received',
  'late',
  'marked_delivered',
  'order_contents',
  'order_total',
  'stock',
  'restock',
  'product_info',
  'price',
  'options_available',
  'refund_request',
  'refund_status',
  'return_how',
  'policy',
  'shipping_info',
  'payment_info',
  'cancel_order',
  'change_order',
  'change_address',
  'exchange',
  'human',
  'complaint',
  'legal',
  'fraud',
  'account',
  'invoice',
  'yes',
  'no',
  'choose',
  'greeting',
  'thanks',
  'bye',
  'out_of_scope',
  'unclear',
] as const

export type CommandName = (typeof commandNames)[number]

/** One thing that a customer asks for, with what the message says about it. */
export interface Command {
  name: CommandName
  /** The part of the message that it is from. */
  text: string
  /** The whole message that asked for it, if `text` is the answer to a question about it. */
  earlier?: string
  /** The order that the customer chose, or that a model found in the words. */
  orderId?: string
  /** The subject of a question about rules, if the words name it. */
  topic?: 'contact'
  /** Why the customer wants a refund; null if the command is not about a refund. */
  kind: ReasonKind | null
  /** The position that the customer chose, from 1; -1 for the last one; null if none was named. */
  choice: number | null
}

/** Commands that people have to answer: the assistant has no such action. */
export const forPeople: ReadonlySet<CommandName> = new Set<CommandName>([
  'cancel_order',
  'change_order',
  'change_address',
  'exchange',
  'human',
  'complaint',
  'legal',
  'fraud',
  'account',
  'invoice',
])

/** Polite words around a request. They are only answered if the message has nothing else. */
export const courtesies: ReadonlySet<CommandName> = new Set<CommandName>(['greeting', 'thanks', 'bye'])

/** Small talk around an order number that has nothing else: `ok, 1041 please`. */
export const smallTalk: ReadonlySet<CommandName> = new Set<CommandName>([...courtesies, 'yes', 'no'])

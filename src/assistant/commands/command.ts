import type { ReasonKind } from '../../refunds/reasons.ts'

/** What a customer may ask for, such as `order_status`. `list.ts` has all of them. */
export type CommandName = string

/** One thing that a customer asks for, with what the message says about it. */
export interface Command {
  name: CommandName
  /** The part of the message that it is from. */
  text: string
  /** The whole message that asked for it, if `text` is the answer to a question about it. */
  earlier?: string
  /** The order that the customer chose, or that a model found in the words. */
  orderId?: string
  /** What the words mean nearly as well. */
  runnerUp?: CommandName
  /** The help page that the customer chose. */
  pageId?: string
  /** The customer does not know the number of the order. */
  isNumberUnknown?: true
  /** The subject of a question about rules, if the words name it. */
  topic?: 'contact'
  /** Why the customer wants a refund; null if the command is not about a refund. */
  kind: ReasonKind | null
  /** What it may mean, if that is not clear: the customer is asked. */
  among?: CommandName[]
  /** The position that the customer chose, from 1; -1 for the last one; null if none was named. */
  choice: number | null
}

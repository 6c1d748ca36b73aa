import { sayStatus } from '../../answers/orders.ts'
import { whichOrder } from '../../answers/which-order.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** The customer does not know the order number. Without a question for it, where the order is counts as asked. */
export const numberUnknown: CommandKind = {
  name: 'number_unknown',
  rules: [
    '8.2 know_not number|ordernumber !password',
    '8.2 where_find number !password !tracknumber',
    '6.4 know_not short',
    '6.4 where_find short !@thing',
  ],
  words,
  answer: async (draft, command) => {
    const order = await whichOrder(draft, { ...command, isNumberUnknown: true }, 'underway')
    if (order) sayStatus(draft, order)
  },
  meaning: 'does not know or cannot find the order number that was asked for',
}

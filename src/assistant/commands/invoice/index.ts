import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'

/** The customer asks for an invoice. */
export const invoice: CommandKind = {
  name: 'invoice',
  rules: ['9.7 invoice !paymethod|brand'],
  answer: byPeople({ wish: (order) => `Asks for an invoice${order === null ? '' : ` of ${order}`}` }),
  includes: ['order_status'],
  isForPeople: true,
}

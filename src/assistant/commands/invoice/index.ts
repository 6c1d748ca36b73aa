import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'

/** The customer asks for an invoice. */
export const invoice: CommandKind = {
  name: 'invoice',
  label: {
    en: 'An invoice',
    de: 'Eine Rechnung',
    fr: 'Une facture',
    es: 'Una factura',
  },
  rules: ['9.7 invoice !paymethod|brand'],
  answer: byPeople({ isOnPages: true, wish: (order) => `Asks for an invoice${order === null ? '' : ` of ${order}`}` }),
  includes: ['order_status'],
  isForPeople: true,
  meaning: 'asks for an invoice',
}

import { aboutOf } from '../../answers/hand-over-words.ts'
import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** The customer suspects a fraud. */
export const fraud: CommandKind = {
  name: 'fraud',
  label: {
    en: 'A payment or order that is not mine',
    de: 'Eine fremde Zahlung oder Bestellung',
    fr: 'Un paiement ou une commande qui n’est pas de moi',
    es: 'Un pago o pedido que no es mío',
  },
  rules: [
    '10 fraud',
    '10 twice charged|paid',
    '10 someone card|account',
    '10 not_me bought|paid',
    '9.5 charged unknown_charge',
  ],
  words,
  answer: byPeople({ wish: (order) => `Suspects a fraud${aboutOf(order)}`, isUrgent: true }),
  includes: ['complaint', 'order_contents'],
  isForPeople: true,
  meaning: 'suspects a fraud',
}

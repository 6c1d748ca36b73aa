import { answerFromPages } from '../../answers/policies.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** How the shop ships. */
export const shippingInfo: CommandKind = {
  name: 'shipping_info',
  label: {
    en: 'Delivery and its cost',
    de: 'Versand und Versandkosten',
    fr: 'Livraison et frais',
    es: 'Envío y gastos',
  },
  rules: [
    '10 howmuch|cost shipping|delivery !order|my|ordernumber !returns',
    '10 shipping_cost',
    '10 howlong shipping|delivery takes|usually !my|order !refund',
    '9.5 howlong shipping|delivery !my !order !wait !refund',
    '9.5 you ship|deliver to|country|abroad|pickup !where !my !order !address|office',
    '9.5 ship|deliver|shipping|delivery country|abroad|pickup !my',
    '9.5 free shipping|delivery',
    '9.5 options|method|which shipping|delivery !carrier !my',
    '9.5 express !not !my',
    '9 how_fast !my !order',
    '9 shipping_word short !my !when !not',
  ],
  words,
  answer: (draft, command) => answerFromPages(draft, command, ['shipping']),
  includes: ['price'],
  isSimple: true,
  meaning: 'how the shop ships, and what it costs',
}

import { answerFromPages } from '../../answers/policies.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** Delivery to a country and its cost. */
export const deliveryCountry: CommandKind = {
  name: 'delivery_country',
  label: {
    en: 'Delivery to a country',
    de: 'Lieferung in ein Land',
    fr: 'Livraison dans un pays',
    es: 'Envío a un país',
  },
  rules: [
    '9.9 shipping_cost country|abroad|far_place',
    '9.8 ship|deliver|shipping|delivery|send country|abroad|far_place !my|order|where|returns|giveback',
  ],
  words,
  answer: (draft, command) => answerFromPages(draft, command, ['shipping']),
  includes: ['price', 'shipping_info'],
  meaning: 'whether and for how much the shop delivers to a country',
}

import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** The customer wants to change an order. */
export const changeOrder: CommandKind = {
  name: 'change_order',
  label: {
    en: 'Change an order',
    de: 'Eine Bestellung ändern',
    fr: 'Modifier une commande',
    es: 'Cambiar un pedido',
  },
  rules: [
    '9 change order|ordernumber !address|email',
    '9.5 change quantity_word|quantity',
    '9.5 add_goods order|ordernumber|goods|product|bought !invoice|address',
    '9.5 remove order|parcel',
    '9.5 forgot discount',
    '9.5 discount forgot|use',
  ],
  words,
  answer: byPeople({
    isOnPages: true,
    wish: (order) => `Wants to change ${order ?? 'an order'}`,
    cannot: 'change_order',
    prefers: 'underway',
  }),
  isForPeople: true,
  meaning: 'wants to change an order',
}

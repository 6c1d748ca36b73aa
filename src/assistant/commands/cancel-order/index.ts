import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** The customer wants to cancel an order. */
export const cancelOrder: CommandKind = {
  name: 'cancel_order',
  label: {
    en: 'Cancel an order',
    de: 'Eine Bestellung stornieren',
    fr: 'Annuler une commande',
    es: 'Cancelar un pedido',
  },
  rules: [
    '9.5 cancel !account|newsletter',
    '9.5 withdraw',
    '9.5 by_mistake bought|order',
    '9.5 not_want order|parcel|ship|it|goods !talk !no_refund',
    '9.5 stop order',
    '9.3 buy twice !charged|paid',
  ],
  words,
  answer: byPeople({
    isOnPages: true,
    wish: (order) => `Wants to cancel ${order ?? 'an order'}`,
    isUrgent: true,
    cannot: 'cancel_order',
    prefers: 'underway',
  }),
  includes: ['change_order', 'complaint'],
  isForPeople: true,
  meaning: 'wants to cancel an order',
}

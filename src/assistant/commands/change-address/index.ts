import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** The customer wants another address for an order. */
export const changeAddress: CommandKind = {
  name: 'change_address',
  label: {
    en: 'Change the delivery address',
    de: 'Die Lieferadresse ändern',
    fr: 'Changer l’adresse de livraison',
    es: 'Cambiar la dirección de entrega',
  },
  rules: [
    '9.8 change|wrong|other|moved|typo|fix address|house|street !email|account',
    '9.8 moved address|order|parcel !not',
    '9.5 redirect',
    '9.6 relocated',
    '9.8 address correct_it|update',
    '9.8 change where delivered|deliver|ship',
    '9.5 ship|send|deliver|put @thing|it office',
    '9.5 ship|send other address',
    '9 wrong|typo house|street',
  ],
  words,
  answer: byPeople({
    isOnPages: true,
    wish: (order) => `Wants another address for ${order ?? 'an order'}`,
    isUrgent: true,
    cannot: 'change_address',
    prefers: 'underway',
  }),
  includes: ['change_order'],
  isForPeople: true,
  meaning: 'wants another address for an order',
}

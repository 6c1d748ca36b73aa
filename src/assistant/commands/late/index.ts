import { answerMissing } from '../../answers/missing.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** An order is late. */
export const late: CommandKind = {
  name: 'late',
  label: {
    en: 'My order is late',
    de: 'Meine Bestellung kommt zu spät',
    fr: 'Ma commande est en retard',
    es: 'Mi pedido llega tarde',
  },
  rules: [
    '9 late @thing|my !whether>late !asked',
    '8 late !off !office !i !whether>late !asked',
    '8 expect order|parcel|my !when|question_did',
    '9 takes forever @thing|why|i !howlong !shipping',
    '6.5 nothing still short',
    '8.5 duration nothing bought',
    '9 wait duration|howlong|forever|already|fed_up @thing|my|it|i',
    '8 wait duration|howlong|forever|much_longer',
    '8.2 why not~here|arrive @thing',
    '9 takes_long',
    '8 why long',
    '9 supposed @comes|@thing|date',
    '9 date|delivery_date passed',
    '8 duration where|when it|@thing !refund !returns',
    '9 not~move',
    '9 stuck @thing|my|duration|already|still|status !off !account',
  ],
  words,
  answer: (draft, command) =>
    answerMissing(draft, command, {
      wish: (order) => `Waits for ${order ?? 'an order'}, which is late`,
      prefers: 'underway',
    }),
  meaning: 'an order is late',
  includes: ['order_status', 'complaint'],
  isOnlyHere: true,
}

import { answerMissing } from '../../answers/missing.ts'
import type { CommandKind } from '../kind.ts'

/** A parcel did not come. */
export const notReceived: CommandKind = {
  name: 'not_received',
  label: {
    en: 'My order has not arrived',
    de: 'Meine Bestellung ist nicht angekommen',
    fr: 'Ma commande n’est pas arrivée',
    es: 'Mi pedido no ha llegado',
  },
  rules: [
    '9.3 supposed never',
    '8.5 not~arrive @thing|my|nothing|i',
    '8.5 not~arrive it !unknown',
    '8.5 not~receive @thing|my|nothing|it|anything',
    '8 not~receive !account !refund !tracknumber',
    '8.5 nothing arrive|receive|delivered|here|come',
    '8.5 not~here @thing|my !when',
    '8.5 not~delivered @thing|my|i|nothing|you !says',
    '8 not~come @thing|unknown !says !when',
    '8.5 lost order|parcel|goods|delivery|it !whether>lost',
    '8.5 never~delivered !says',
    '8 not~delivered it|short !says !or_not !asked',
    '7.5 not~here it short !when !no !someone|person|product',
    '8 without order|parcel|goods|delivery',
    '8.3 still not~parcel|delivery|order !when|ship|shipped|process',
  ],
  answer: (draft, command) =>
    answerMissing(draft, command, { wish: (order) => `Did not receive ${order ?? 'an order'}`, prefers: 'sent' }),
  meaning: 'a parcel did not come',
  includes: ['order_status', 'late', 'complaint'],
  isOnlyHere: true,
}

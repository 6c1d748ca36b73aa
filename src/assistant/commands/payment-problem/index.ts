import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** A payment that does not work, or whose order is not there. */
export const paymentProblem: CommandKind = {
  name: 'payment_problem',
  label: {
    en: 'A problem with the payment',
    de: 'Ein Problem mit der Zahlung',
    fr: 'Un problème de paiement',
    es: 'Un problema con el pago',
  },
  rules: [
    '9.8 declined pay|brand|card|money|paid|paymethod|charged !discount|code_word|gift_card',
    '9.8 cant_pay !returns|giveback',
    '9.6 pay|brand|card error_word|broken|stuck !gift_card',
    '9.6 charged|paid cant_pay',
  ],
  words,
  answer: byPeople({ wish: () => 'Could not pay, or paid without an order' }),
  meaning: 'a payment fails, or money was taken and no order is there',
  isForPeople: true,
}

import { answerFromPages } from '../../answers/policies.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** Codes, coupons and other ways to pay less. */
export const discountCode: CommandKind = {
  name: 'discount_code',
  label: {
    en: 'A discount code',
    de: 'Ein Rabattcode',
    fr: 'Un code de réduction',
    es: 'Un código de descuento',
  },
  rules: [
    '9.6 discount !gift_card|giveback|price',
    '9.2 code_word !@thing !tracknumber|track|gift_card|house|account|password|login_problem|confirm_mail|country',
    '9.2 code_word broken|declined|error_word|works|use|forgot !gift_card|tracknumber|track',
    '9 percent_off discount|code_word|broken|works',
    '8.6 percent_off short !stock|my|money|refund|sale|price',
  ],
  words,
  answer: (draft, command) => answerFromPages(draft, command, []),
  meaning: 'a discount code or coupon: does not work, where to enter it, whether there is one',
}

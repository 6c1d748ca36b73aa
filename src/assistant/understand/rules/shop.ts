import type { Rules } from './notation.ts'

/** How the shop works: its policies, shipping and payment. */
export const shopRules: Rules = {
  policy: ['9 warranty', '9 visit !@thing !carrier', '8 policy'],
  shipping_info: [
    '10 howmuch|cost shipping|delivery !order|my|ordernumber !returns',
    '10 shipping_cost',
    '10 howlong shipping|delivery takes|usually|be !my|order !refund',
    '9.5 howlong shipping|delivery !my !order !wait !refund',
    '9.5 you ship|deliver to|country|abroad|pickup !where !my !order !address|office',
    '9.5 ship|deliver|shipping|delivery country|abroad|pickup !my',
    '9.5 free shipping|delivery',
    '9.5 options|method|which shipping|delivery !carrier !my !day',
    '9.5 express !not !my',
    '9 how_fast !my !order',
    '9 shipping_word short !my !when !not',
  ],
  payment_info: [
    '9.5 paymethod',
    '9.5 pay|buy brand',
    '9 accept|take|possible|works brand',
    '9.5 how pay',
    '9.5 instalment',
    '9 safe pay',
    '9 brand question_did|short !charged !someone !my',
    '9 pay method|with|possible',
  ],
}

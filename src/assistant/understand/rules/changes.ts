import type { Rules } from './notation.ts'

/** What customers want to change about an order. */
export const changeRules: Rules = {
  cancel_order: [
    '9.5 cancel !account|newsletter',
    '9.5 withdraw',
    '9.5 by_mistake bought|order',
    '9.5 not_want order|parcel|ship|it|goods !talk !no_refund',
    '9.5 stop order',
    '9.3 buy twice !charged|paid',
  ],
  change_order: [
    '9 change order|ordernumber !address|email',
    '9.5 change quantity_word|quantity',
    '9.5 add_goods order|ordernumber|goods|product|bought !invoice|address',
    '9.5 remove order|parcel',
    '9.5 forgot discount',
    '9.5 discount forgot|use',
  ],
  change_address: [
    '9.8 change|wrong|other|moved|typo|fix address|house|street !email|account',
    '9.8 moved address|order|parcel !not',
    '9.5 redirect',
    '9.6 relocated',
    '9.8 address correct_it|update',
    '9.8 change where delivered|deliver|ship',
    '9.5 ship|send|deliver|put @thing|it|them office',
    '9.5 ship|send other address',
    '9 wrong|typo house|street',
  ],
  exchange: [
    '9.5 exchange !how|policy|days',
    '9.5 exchange how|days|may !period',
    '9.5 not_fit bigger|instead|size|size_word !giveback|refund|moneyback',
    '7.9 not_fit !giveback|refund|moneyback',
    '9.5 instead color|size|size_word|bigger',
    '9.5 prefer color|size|size_word',
    '9.4 typo size|size_word|sizes|color|colors !address',
    '9 change color|size',
  ],
}

import { answerFromPages } from '../../answers/policies.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** How one pays. */
export const paymentInfo: CommandKind = {
  name: 'payment_info',
  label: {
    en: 'Ways to pay',
    de: 'Wie man zahlen kann',
    fr: 'Moyens de paiement',
    es: 'Formas de pago',
  },
  rules: [
    '9.5 paymethod',
    '9.5 pay|buy brand',
    '9 accept|take|possible|works brand',
    '9.5 how pay',
    '9.5 instalment',
    '9 safe pay',
    '9 brand question_did|short !charged !someone !my',
    '9 pay method|with|possible',
  ],
  words,
  answer: (draft, command) => answerFromPages(draft, command, ['payment']),
  isSimple: true,
  meaning: 'how one pays',
}

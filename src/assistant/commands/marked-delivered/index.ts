import { answerMissing } from '../../answers/missing.ts'
import type { CommandKind } from '../kind.ts'

/** It is reported as delivered, but did not come. */
export const markedDelivered: CommandKind = {
  name: 'marked_delivered',
  label: {
    en: 'It counts as delivered, but it is not here',
    de: 'Sie gilt als zugestellt, ist aber nicht da',
    fr: 'Elle est notée livrée, mais je ne l’ai pas',
    es: 'Consta como entregado, pero no está',
  },
  rules: [
    '9.5 says~delivered not|nothing|empty|nobody|untrue !or_not',
    '9.3 status~delivered not|nothing|empty|nobody|untrue !or_not',
    '9.5 delivered not~receive|here|arrive|come',
    '9.5 delivered nothing|empty|nobody !never',
  ],
  answer: (draft, command) =>
    answerMissing(draft, command, {
      wish: (order) => `Did not receive ${order ?? 'an order'}, which counts as delivered`,
      prefers: 'delivered',
    }),
  meaning: 'reported as delivered, but it did not come',
  includes: ['order_status', 'not_received', 'late', 'complaint'],
  isOnlyHere: true,
}

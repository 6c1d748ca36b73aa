import { answerFromPages } from '../../answers/policies.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** Gift cards: buying, balance, use. */
export const giftCard: CommandKind = {
  name: 'gift_card',
  label: {
    en: 'A gift card',
    de: 'Eine Geschenkkarte',
    fr: 'Une carte cadeau',
    es: 'Una tarjeta regalo',
  },
  rules: ['9.9 gift_card !arrive'],
  words,
  answer: (draft, command) => answerFromPages(draft, command, []),
  meaning: 'gift cards',
}

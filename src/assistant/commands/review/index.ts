import { answerFromPages } from '../../answers/policies.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** Reviews of products and of the shop. */
export const review: CommandKind = {
  name: 'review',
  label: {
    en: 'Reviews',
    de: 'Bewertungen',
    fr: 'Les avis',
    es: 'Opiniones',
  },
  rules: ['9.4 review_word !complaint|refund|@back|changed_mind'],
  words,
  answer: (draft, command) => answerFromPages(draft, command, []),
  meaning: 'reviews and ratings',
}

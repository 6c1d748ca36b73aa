import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** The customer wants another version instead. */
export const exchange: CommandKind = {
  name: 'exchange',
  label: {
    en: 'Exchange an item',
    de: 'Einen Artikel umtauschen',
    fr: 'Échanger un article',
    es: 'Cambiar un artículo',
  },
  rules: [
    '9.5 exchange !how|policy|days',
    '9.5 exchange how|days|may !period',
    '9.5 not_fit bigger|instead|size|size_word !giveback|refund|moneyback',
    '7.9 not_fit !giveback|refund|moneyback',
    '9.5 instead color|size|size_word|bigger',
    '9.5 prefer color|size|size_word',
    '9.4 typo size|size_word|sizes|color|colors !address',
    '9 change color|size',
  ],
  words,
  answer: byPeople({
    isOnPages: true,
    wish: (order) => `Wants to exchange something${order === null ? '' : ` of ${order}`}`,
    cannot: 'exchange',
  }),
  meaning: 'wants another version instead',
  includes: ['change_order', 'refund_request', 'stock'],
  isForPeople: true,
}

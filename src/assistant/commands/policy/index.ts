import { answerFromPages } from '../../answers/policies.ts'
import type { CommandKind } from '../kind.ts'

/** Warranty and other rules of the shop. */
export const policy: CommandKind = {
  name: 'policy',
  label: {
    en: 'About the shop',
    de: 'Über den Shop',
    fr: 'À propos de la boutique',
    es: 'Sobre la tienda',
  },
  rules: ['9 warranty', '9 visit !@thing !carrier', '8 policy'],
  answer: (draft, command) => answerFromPages(draft, command, ['warranty', 'returns', 'other']),
  meaning: 'warranty and other rules of the shop',
  isSimple: true,
}

import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    come_in: 'come_in comes_in available_in come',
  },
  de: {
    come_in: 'in_welchen in_welcher kommt_in',
  },
  fr: {
    come_in: 'existe_en décliné existe_t_il_en',
  },
  es: {
    come_in: 'viene_en vienen_en en_qué disponible_en',
  },
}

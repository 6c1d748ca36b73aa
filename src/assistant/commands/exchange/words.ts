import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    prefer: 'prefer rather_have',
  },
  de: {
    prefer: 'lieber bevorzuge',
  },
  fr: {
    prefer: 'préférerais préfère préférerai',
  },
  es: {
    prefer: 'prefiero preferiría',
  },
}

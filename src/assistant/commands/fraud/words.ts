import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    not_me: 'not_me wasnt_me',
    unknown_charge: 'recognise recognize authorise authorize',
  },
  de: {
    not_me: 'nicht_ich',
    unknown_charge: 'unbekannte',
  },
  fr: {
    not_me: 'pas_moi',
    unknown_charge: 'inconnu',
  },
  es: {
    not_me: 'no_fui_yo',
    unknown_charge: 'desconocido',
  },
}

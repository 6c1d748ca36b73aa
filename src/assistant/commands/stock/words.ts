import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    howmany: 'how_many',
    needgoods: 'need want looking_for',
  },
  de: {
    howmany: 'wie_viele wieviele',
    needgoods: 'brauche suche möchte',
  },
  fr: {
    howmany: 'combien combien_de',
    needgoods: 'besoin cherche veux',
  },
  es: {
    howmany: 'cuántos cuántas cuantos cuantas',
    needgoods: 'necesito busco quiero',
  },
}

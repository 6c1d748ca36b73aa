import type { LanguagePack } from '../language.ts'
import { claims } from './claims.ts'
import { lexicon } from './lexicon.ts'
import { sentences } from './sentences.ts'
import { usual } from './usual.ts'
import { wording } from './wording.ts'

/** French. */
export const fr: LanguagePack = {
  answers: {
    lexicon,
    usual,
    sentences,
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
    date: (day, month, year) => `${day} ${month} ${year}`,
    weekdays: 'dimanche lundi mardi mercredi jeudi vendredi samedi'.split(' '),
    nearDate: (weekday, day, month) => `${weekday} ${day} ${month}`,
    atTime: (day, time) => `${day} à ${time}`,
    ordinals: [/^(premiere?|1)$/, /^(deuxieme|seconde?|2)$/, /^(troisieme|3)$/, /^(quatrieme|4)$/, /^(cinquieme|5)$/],
  },
  claims,
  wording,
}

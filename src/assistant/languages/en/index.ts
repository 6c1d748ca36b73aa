import type { LanguagePack } from '../language.ts'
import { claims } from './claims.ts'
import { lexicon } from './lexicon.ts'
import { sentences } from './sentences.ts'
import { usual } from './usual.ts'
import { wording } from './wording.ts'

/** English. */
export const en: LanguagePack = {
  answers: {
    lexicon,
    usual,
    sentences,
    months: 'January February March April May June July August September October November December'.split(' '),
    date: (day, month, year) => `${day} ${month} ${year}`,
    weekdays: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
    nearDate: (weekday, day, month) => `${weekday}, ${day} ${month}`,
    atTime: (day, time) => `${day} at ${time}`,
    ordinals: [/^(first|1)$/, /^(second|2)$/, /^(third|3)$/, /^(fourth|4)$/, /^(fifth|5)$/],
  },
  claims,
  wording,
}

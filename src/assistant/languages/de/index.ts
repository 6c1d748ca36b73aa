import type { LanguagePack } from '../language.ts'
import { claims } from './claims.ts'
import { lexicon } from './lexicon.ts'
import { sentences } from './sentences.ts'
import { usual } from './usual.ts'
import { wording } from './wording.ts'

/** German. */
export const de: LanguagePack = {
  answers: {
    lexicon,
    usual,
    sentences,
    months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
    date: (day, month, year) => `${day}. ${month} ${year}`,
    weekdays: 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'.split(' '),
    nearDate: (weekday, day, month) => `${weekday}, ${day}. ${month}`,
    atTime: (day, time) => `${day} um ${time}`,
    ordinals: [
      /^(erste[nrs]?|1)$/,
      /^(zweite[nrs]?|2)$/,
      /^(dritte[nrs]?|3)$/,
      /^(vierte[nrs]?|4)$/,
      /^(funfte[nrs]?|5)$/,
    ],
  },
  claims,
  wording,
}

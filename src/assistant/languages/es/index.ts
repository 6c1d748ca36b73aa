import type { LanguagePack } from '../language.ts'
import { claims } from './claims.ts'
import { lexicon } from './lexicon.ts'
import { sentences } from './sentences.ts'
import { usual } from './usual.ts'
import { wording } from './wording.ts'

/** Spanish. */
export const es: LanguagePack = {
  answers: {
    lexicon,
    usual,
    sentences,
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
    date: (day, month, year) => `${day} de ${month} de ${year}`,
    weekdays: 'domingo lunes martes miércoles jueves viernes sábado'.split(' '),
    nearDate: (weekday, day, month) => `${weekday} ${day} de ${month}`,
    atTime: (day, time) => `${day} a las ${time}`,
    ordinals: [/^(primer[oa]?|1)$/, /^(segund[oa]|2)$/, /^(tercer[oa]?|3)$/, /^(cuart[oa]|4)$/, /^(quint[oa]|5)$/],
  },
  claims,
  wording,
}

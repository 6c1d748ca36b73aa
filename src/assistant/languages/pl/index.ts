import type { LanguagePack } from '../language.ts'
import { claims } from './claims.ts'
import { wording } from './wording.ts'

/** Polish. */
export const pl: LanguagePack = {
  recognized: {
    words: `gdzie jest moje moja kiedy przyjdzie paczka zamowienie zamowienia zwrot zwrocic nie otrzymalem chce chcialbym rozmawiac czy macie jak
    dzien dobry dziekuje pieniedzy w sie na do to prosze z jeszcze`,
    handedOver: 'Nie potrafię odpowiedzieć po polsku: przekazuję rozmowę naszemu zespołowi, który odpowie tutaj.',
  },
  claims,
  wording,
}

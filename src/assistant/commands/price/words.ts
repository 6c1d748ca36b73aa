import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    expensive: 'expensive pricey cheap cheaper cheapest',
    charge_for: 'charge_for do_you_charge you_charge',
  },
  de: {
    expensive: 'teuer günstig* billig*',
    charge_for: 'nehmt_ihr_für nehmt_ihr_fuer verlangt_ihr nehmt_ihr_fur verlangen_sie',
  },
  fr: {
    expensive: 'cher chère moins_cher moins_chère',
    charge_for: 'facturez_vous_pour',
  },
  es: {
    expensive: 'caro cara barat*',
    charge_for: 'cobran_por',
  },
}

import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    accept: 'accept accepts support allow',
    works: 'work works',
    instalment: 'instalments installments instalment installment in_parts pay_later monthly_payments',
  },
  de: {
    accept: 'akzeptiert akzeptieren nehmt nehmen unterstützt',
    works: 'geht funktioniert klappt',
    instalment: 'raten ratenzahlung ratenkauf teilzahlung',
  },
  fr: {
    accept: 'acceptez accepte prenez acceptez_vous',
    works: 'marche',
    instalment: 'plusieurs_fois trois_fois 3_fois 4_fois mensualités quatre_fois 3x 4x',
  },
  es: {
    accept: 'aceptan aceptáis acepta',
    works: 'funciona',
    instalment: 'plazos cuotas meses_sin_intereses a_plazos',
  },
}

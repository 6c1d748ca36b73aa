import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    code_word: 'code codes',
    percent_off:
      'percent_off percent 10% 15% 20% deals deal offer promotion promotions points referral student_discount',
  },
  de: {
    code_word: 'code codes gutscheincode rabattcode aktionscode gutschein gutscheine coupon kupon',
    percent_off:
      'prozent aktion aktionen rabatte punkte studentenrabatt neukundenrabatt geburtstagsrabatt willkommensrabatt mengenrabatt angebot',
  },
  fr: {
    code_word: 'code codes coupon bon_de_réduction',
    percent_off: 'réduction réductions remise pour_cent promo promotion offre points parrainage',
  },
  es: {
    code_word: 'código códigos cupón cupones',
    percent_off: 'por_ciento promo promoción promociones oferta ofertas descuentos puntos rebaja',
  },
}

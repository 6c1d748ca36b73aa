import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    gift_card:
      'gift_card gift_cards giftcard giftcards gift_voucher gift_vouchers gift_certificate gift_certificates present_card e_gift',
  },
  de: {
    gift_card:
      'geschenkkarte geschenkkarten geschenkgutschein geschenkgutscheine wertgutschein gutschein_schenken guthaben restguthaben',
  },
  fr: {
    gift_card: 'carte_cadeau cartes_cadeaux bon_cadeau bons_cadeaux chèque_cadeau chèques_cadeaux e_carte',
  },
  es: {
    gift_card: 'tarjeta_regalo tarjetas_regalo tarjeta_de_regalo cheque_regalo vale_regalo tarjetas_de_regalo',
  },
}

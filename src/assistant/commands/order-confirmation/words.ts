import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    went_through:
      'go_through went_through gone_through go_thru went_thru order_work did_it_work order_placed was_placed successful actually_bought you_get_my_order you_got_my_order you_have_my_order you_received_my_order you_receive_my_order',
    order_mail: 'confirmation_email confirmation_mail order_confirmation confirmation confirmed',
  },
  de: {
    went_through:
      'durchgegangen durchging geklappt eingegangen abgeschlossen erfolgreich bestellung_erhalten bestellung_bekommen gespeichert',
    order_mail:
      'bestellbestätigung auftragsbestätigung bestätigungsmail bestätigungs_mail bestätigungsemail bestätigung',
  },
  fr: {
    went_through:
      'bien_passée est_passée soit_passée bien_reçu_ma bien_enregistrée validée validé ça_a_marché a_marché avez_ma_commande',
    order_mail:
      'mail_de_confirmation email_de_confirmation e_mail_de_confirmation confirmation confirmation_de_commande',
  },
  es: {
    went_through:
      'se_hizo se_completó se_ha_completado se_realizó recibido_mi_pedido tenéis_mi_pedido correcta correctamente compra_fue',
    order_mail:
      'correo_de_confirmación mail_de_confirmación confirmación confirmación_del_pedido confirmación_de_pedido',
  },
}

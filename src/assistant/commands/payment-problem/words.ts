import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    declined: 'declined rejected refused failed fails failing denied unsuccessful invalid unpaid reserved',
    cant_pay:
      'cant_pay cannot_pay cant_checkout wont_let_me_pay pay_button payment_failed payment_error payment_page pay_again transaction payment_pending no_order bounced',
  },
  de: {
    declined: 'abgelehnt fehlgeschlagen ungültig verweigert abgebrochen geplatzt reserviert',
    cant_pay:
      'nicht_bezahlen nicht_zahlen zahlung_fehlgeschlagen zahlungsfehler bezahlseite nochmal_zahlen überwiesen keine_bestellung',
  },
  fr: {
    declined: 'refusée refusé rejetée rejeté échoué échouée invalide débité débitée bloqué bloquée',
    cant_pay:
      'pas_payer impossible_de_payer paiement_échoué paiement_refusé erreur_de_paiement repayer mon_virement pas_de_commande',
  },
  es: {
    declined: 'rechazada rechazado rechaza fallido fallida denegado denegada inválido cobraron retenido',
    cant_pay:
      'no_puedo_pagar no_me_deja_pagar pago_fallido error_de_pago pagar_otra_vez mi_transferencia no_hay_pedido sin_pedido',
  },
}

import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    withdraw: 'withdraw revoke undo_my_order',
    by_mistake: 'by_mistake by_accident accidentally mistakenly ordered_twice accident',
    not_want:
      'dont_want no_longer_want dont_need dont_ship dont_send do_not_want do_not_ship do_not_send changed_my_mind_about',
    stop: 'stop halt',
  },
  de: {
    withdraw: 'widerrufen rückgängig zurücktreten rueckgängig vom_kauf widerruf_der_bestellung rücktritt',
    by_mistake: 'aus_versehen versehentlich irrtümlich doppelt_bestellt versehen',
    not_want:
      'nicht_mehr_haben will_nicht_mehr nicht_verschicken nicht_versenden nicht_abschicken doch_nicht_haben nicht_schicken bestellung_nicht_mehr',
    stop: 'stopp stoppen anhalten stoppt',
  },
  fr: {
    withdraw: 'me_rétracter renoncer',
    by_mistake: 'par_erreur sans_faire_exprès deux_fois_la_même',
    not_want: 'ne_veux_plus veux_plus n_envoyez_pas ne_l_envoyez_pas l_envoyez_pas ne_pas_envoyer pas_l_envoyer',
    stop: 'arrêter stopper arrêtez stoppez',
  },
  es: {
    withdraw: 'desistir',
    by_mistake: 'por_error sin_querer por_equivocación',
    not_want: 'ya_no_quiero no_lo_envíen no_quiero_el no_envíen no_quiero_mi no_lo_manden no_lo_enviéis',
    stop: 'parar detener detengan paren',
  },
}

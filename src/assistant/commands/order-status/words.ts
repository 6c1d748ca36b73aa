import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    took_place: 'made done completed confirmed taken_place took_place happened',
    check: 'check advise_on look_up lookup look_into find locate look_at trace',
    looking_for: 'looking_for searching_for wondering_about asking_about inquire enquire enquiring inquiring',
    on_the_way:
      'on_a_van on_the_van on_a_truck on_its_way on_the_way en_route in_transit on_their_way out_for_delivery',
    eta: 'eta estimated_arrival estimated_delivery expected_delivery delivery_estimate arrival_date',
    go_out: 'go_out went_out going_out gone_out',
    checking_in: 'checking_in checking_up following_up',
    deliver_day: 'delivery delivered deliver postman mailman courier driver',
  },
  de: {
    took_place: 'erfolgt stattgefunden bestätigt gemacht',
    check: 'schauen nachschauen prüfen pruefen nachsehen nachgucken gucken checken überprüfen',
    looking_for: 'suche wissen_wo frage_nach',
    on_the_way: 'unterwegs auf_dem_weg im_zulauf in_zustellung',
    eta: 'eta lieferzeitpunkt ankunftszeit zustelldatum',
    go_out: 'geht_raus rausgehen rausgegangen',
    checking_in: 'nachfragen nachhaken',
    deliver_day: 'zugestellt geliefert postbote paketbote zusteller bote',
  },
  fr: {
    took_place: 'faite effectuée confirmée eu_lieu',
    check: 'vérifier verifier regarder consulter retrouver localiser',
    looking_for: 'cherche renseigner renseignement',
    on_the_way: 'en_route en_chemin en_cours_de_livraison en_transit en_cours_d_acheminement',
    eta: 'eta',
    go_out: 'va_partir est_partie',
    checking_in: 'je_me_permets',
    deliver_day: 'livré livraison facteur livreur livrée livrés livrer',
  },
  es: {
    took_place: 'hizo hecho realizada realizado confirmada',
    check: 'revisar mirar comprobar verificar consultar chequear localizar checar',
    looking_for: 'busco preguntar_por saber_de saber_por pregunto_por',
    on_the_way: 'en_camino en_reparto de_camino en_tránsito en_ruta',
    eta: 'eta me_llegará llegará_hoy llegará_mañana va_a_llegar',
    go_out: 'va_a_salir',
    checking_in: 'por_dónde_va',
    deliver_day: 'entregan entrega cartero repartidor entregado entregar',
  },
}

import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    processed: 'go_through processed process issued made done gone_through sent approved completed',
    appear: 'shown_up showed_up appear appeared account card bank arrived credited shows',
    sent_back: 'returned sent_back sent_it_back sent_them_back',
    transferred: 'transferred sent paid wired',
  },
  de: {
    processed: 'bearbeitet raus veranlasst überwiesen ausgezahlt durch',
    appear: 'konto karte angekommen eingegangen gutgeschrieben aufgetaucht',
    sent_back: 'zurückgeschickt zurückgesendet retourniert zurückgegeben',
    transferred: 'überwiesen ueberwiesen ausgezahlt gezahlt raus',
  },
  fr: {
    processed: 'traité effectué validé parti fait',
    appear: 'compte carte apparaît arrivé crédité banque apparu',
    sent_back: 'renvoyé retourné rendu renvoyée retournée',
    transferred: 'viré versé',
  },
  es: {
    processed: 'se_hizo se_ha_hecho procesaron procesado hecho tramitado emitido',
    appear: 'aparecer cuenta tarjeta llegado aparece abonado reflejado banco',
    sent_back: 'devolví devuelto devolvi devolvimos',
    transferred: 'transferido ingresado abonado depositado',
  },
}

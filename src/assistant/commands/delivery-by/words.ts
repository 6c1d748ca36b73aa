import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    by_day:
      'by_monday by_tuesday by_wednesday by_thursday by_friday by_saturday by_sunday by_tomorrow by_christmas before_christmas before_the for_monday for_tuesday for_wednesday for_thursday for_friday for_saturday for_sunday in_time on_time by_then by_the before_i latest_order guarantee_monday at_the_latest',
    day_name:
      'monday tuesday wednesday thursday friday saturday sunday tomorrow christmas birthday weekend easter valentines',
  },
  de: {
    by_day:
      'bis_montag bis_dienstag bis_mittwoch bis_donnerstag bis_freitag bis_samstag bis_sonntag bis_morgen bis_weihnachten vor_weihnachten vor_dem bis_zum bis_dahin rechtzeitig spätestens bevor_ich bis_wann',
    day_name:
      'montag dienstag mittwoch donnerstag freitag samstag sonntag morgen weihnachten heiligabend geburtstag wochenende ostern',
  },
  fr: {
    by_day:
      'avant_lundi avant_mardi avant_mercredi avant_jeudi avant_vendredi avant_samedi avant_dimanche avant_noël pour_lundi pour_mardi pour_mercredi pour_jeudi pour_vendredi pour_samedi pour_dimanche pour_noël avant_le à_temps d_ici au_plus_tard avant_mon',
    day_name: 'lundi mardi mercredi jeudi vendredi samedi dimanche demain noël anniversaire week_end pâques',
  },
  es: {
    by_day:
      'antes_del antes_de para_el_lunes para_el_martes para_el_miércoles para_el_jueves para_el_viernes para_el_sábado para_el_domingo a_tiempo para_reyes para_navidad como_muy_tarde para_mañana',
    day_name:
      'lunes martes miércoles jueves viernes sábado domingo mañana navidad cumple cumpleaños finde reyes nochebuena',
  },
}

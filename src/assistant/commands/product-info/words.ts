import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    info_about:
      'tell_me_about more_info_on more_info_about information_about info_about details_about more_about info_on information_on details_on',
    fit_question:
      'run_small runs_small run_large runs_large true_to_size run_big fits_small how_does_it_fit fit_true size_guide what_size_should',
    describe: 'describe description',
  },
  de: {
    info_about:
      'erzähl_mir erzähle_mir mehr_infos_zum mehr_infos_zu infos_zum infos_zu informationen_zu mehr_über mehr_infos_zur was_ist_das_für was_könnt_ihr_mir_über details_zu informationen_zum',
    fit_question: 'fällt_klein klein_aus groß_aus gross_aus fällt grössengetreu fallen_die fällt_der',
    describe: 'beschreibung beschreib beschreibe',
  },
  fr: {
    info_about:
      'parlez_moi_de plus_d_infos_sur infos_sur informations_sur parlez_moi plus_d_informations_sur dites_moi_en_plus détails_sur renseignements_sur en_savoir_plus_sur',
    fit_question: 'taille_petit taille_grand taille_normalement taillent petit_ou_grand taille_t_il taille_t_elle',
    describe: 'description décrivez décris',
  },
  es: {
    info_about:
      'háblame_de más_información_del información_sobre más_información_de más_info_del información_de info_sobre detalles_de háblame háblenme cuéntame_de información_del cuéntame_sobre info_del más_info_de',
    fit_question: 'talla_pequeño talla_grande talla_bien tallan qué_tal_talla talla_chico viene_pequeño viene_grande',
    describe: 'descripción describe describa',
  },
}

import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    info_about:
      'tell_me_about more_info_on more_info_about information_about info_about details_about more_about info_on information_on details_on',
    describe: 'describe description',
  },
  de: {
    info_about:
      'erzähl_mir erzähle_mir mehr_infos_zum mehr_infos_zu infos_zum infos_zu informationen_zu mehr_über mehr_infos_zur was_ist_das_für was_könnt_ihr_mir_über details_zu informationen_zum',
    describe: 'beschreibung beschreib beschreibe',
  },
  fr: {
    info_about:
      'parlez_moi_de plus_d_infos_sur infos_sur informations_sur parlez_moi plus_d_informations_sur dites_moi_en_plus détails_sur renseignements_sur en_savoir_plus_sur',
    describe: 'description décrivez décris',
  },
  es: {
    info_about:
      'háblame_de más_información_del información_sobre más_información_de más_info_del información_de info_sobre detalles_de háblame háblenme cuéntame_de información_del cuéntame_sobre info_del más_info_de',
    describe: 'descripción describe describa',
  },
}

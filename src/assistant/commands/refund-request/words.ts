import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    missing_part: `only_one_of_the only_one_of_my only_one_arrived only_one_came just_one_of_the are_missing is_missing_from missing_from items_missing item_missing was_missing were_missing missing_an missing_items
      half_of_my_order only_received_half half_is_missing missing_parts part_missing missing_item only_got_one forgot_to_include not_in_the_box
      only_half half_my_order`,
    half: 'half',
  },
  de: {
    missing_part:
      'nur_eins_von nur_eines_von nur_einen_von nur_eine_von nur_einer_von nur_eins_der fehlt fehlen fehlte fehlten unvollständig nur_die_hälfte nicht_dabei nicht_komplett unvollstaendig',
    half: 'hälfte',
  },
  fr: {
    missing_part:
      'qu_un_article_sur_deux qu_un_sur_deux qu_une_sur_deux qu_un_des_deux qu_une_des_deux il_manque manque manquent manquant incomplète incomplet manquants manquait manquante',
    half: 'moitié',
  },
  es: {
    missing_part:
      'solo_uno_de_los solo_una_de_las recibí_uno_de recibí_una_de recibido_uno_de recibido_una_de llegó_uno_de faltan falta_un falta_una faltaba incompleto faltó faltaban falta_algo incompleta faltaron',
    half: 'mitad',
  },
}

import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    know_not: `dont_know do_not_know dont_have do_not_have not_sure unsure no_idea no_clue dunno idk cant_find cannot_find cant_remember
      dont_remember have_no_number no_number without_number without_a_number lost_the forgot_the forgotten_the never_got_a didnt_get_a
      which_number what_number`,
    where_find:
      'where_do_i_find where_can_i_find where_would_i_find where_do_i_see where_is_the_number wheres_the_number how_do_i_find',
  },
  de: {
    know_not: `weiss_nicht weiss_ich_nicht weiss_es_nicht weiss_die_nicht kenne_nicht kenne_ich_nicht kenne_die nicht_sicher keine_ahnung hab_keine
      habe_keine hab_ich_nicht habe_ich_nicht hab_die_nicht habe_die_nicht finde_nicht finde_ich_nicht finde_die finde_sie_nicht
      nicht_mehr_da nicht_gemerkt vergessen keine_nummer ohne_nummer welche_nummer`,
    where_find: 'wo_finde_ich wo_finde_ich_die wo_steht wo_sehe_ich wo_finde wie_finde_ich',
  },
  fr: {
    know_not: `sais_pas sais_plus ne_sais pas_sur pas_sure aucune_idee pas_le_numero pas_de_numero plus_le_numero connais_pas trouve_pas
      trouve_plus retrouve_pas retrouve_plus souviens_pas souviens_plus perdu_le oublie_le sans_numero sans_le_numero quel_numero`,
    where_find:
      'ou_trouver ou_est_ce_que_je_trouve ou_je_trouve ou_puis_je_trouver ou_se_trouve ou_voir comment_trouver',
  },
  es: {
    know_not: `no_se no_lo_se no_la_se no_estoy_seguro no_estoy_segura ni_idea no_tengo_idea no_tengo_el no_lo_tengo no_tengo_numero no_encuentro
      no_lo_encuentro no_recuerdo no_me_acuerdo no_conozco perdi_el olvide_el sin_numero que_numero`,
    where_find:
      'donde_encuentro donde_lo_encuentro donde_puedo_encontrar donde_veo donde_esta_el_numero como_encuentro',
  },
}

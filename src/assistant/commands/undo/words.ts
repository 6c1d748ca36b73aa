import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    undo_word:
      'undo after_all dont_cancel do_not_cancel forget_the forget_about ignore_my ignore_that disregard scrap_that scratch_that keep_the keep_my keep_it keep_them leave_it cancel_my_return reverse take_it_back never_mind_the take_back_what',
  },
  de: {
    undo_word:
      'rückgängig doch_nicht_stornieren nicht_stornieren vergesst vergiss behalte ich_behalte ignorieren hat_sich_erledigt nehme_das_zurück ziehe_das_zurück retoure_stornieren retoure_abbrechen doch_lassen wie_es_war',
  },
  fr: {
    undo_word:
      'n_annulez_pas finalement_pas finalement_n oubliez ignorez je_garde gardez_la gardez_ma laissez_la laissez_l laissez_comme revenez_en_arrière revenir_en_arrière annulez_mon_retour je_retire',
  },
  es: {
    undo_word:
      'al_final no_canceléis no_cancelen olvidad olvidadlo ignorad me_quedo me_lo_quedo me_los_quedo dejad dejadlo deshacer deshaced retiro ya_no_hace_falta',
  },
}

import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    may_i_generally:
      'able_to_return able_to_send allowed_to_return can_i_return_sale can_you_return have_to_return need_to_return',
    withdrawal_right: 'right_of_withdrawal withdrawal_right cooling_off right_to_withdraw right_to_return',
    packaging: 'packaging original_box original_packaging wrapping',
  },
  de: {
    may_i_generally: 'kann_man darf_man könnte_man',
    withdrawal_right: 'widerrufsrecht widerrufsfrist rücktrittsrecht widerruf widerrufsformular',
    packaging: 'originalverpackung verpackung karton',
  },
  fr: {
    may_i_generally: 'peut_on peut_on_retourner je_peux_retourner',
    withdrawal_right: 'rétractation droit_de_rétractation délai_de_rétractation retractation',
    packaging: 'emballage carton emballage_d_origine',
  },
  es: {
    may_i_generally: 'se_puede se_pueden puedo_devolver_un',
    withdrawal_right: 'desistimiento derecho_de_desistimiento derecho_a_devolución',
    packaging: 'embalaje caja_original empaque',
  },
}

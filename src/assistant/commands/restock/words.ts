import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    comes_back:
      'coming_back come_back comes_back be_back returning_to_stock will_return bring_back bringing_back back_again sold_out_return',
    notify: 'notify tell_me_when let_me_know remind_me inform alert ping_me email_me',
  },
  de: {
    comes_back: 'nochmal kommt_nochmal wiederkommt kommt_wieder kommt_noch_mal',
    notify: 'bescheid benachrichtigt benachrichtigen informiert informieren gebt_mir_bescheid benachrichtigung',
  },
  fr: {
    comes_back: 'revient revenir reviendra reviennent va_revenir reviendront',
    notify: 'prévenez prévenir avertir avertissez alerte notifier prévenez_moi informez avertissez_moi tenez_moi',
  },
  es: {
    comes_back: 'va_a_volver volverá vuelve volverán vuelven_los',
    notify: 'avísenme avisen avisar avísame avisadme notifíquenme avisa notificar avisarme avisen_me avisenme',
  },
}

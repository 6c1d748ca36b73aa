import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    forever: 'forever ages eternity so_long too_long long',
    much_longer: 'much_longer longer any_longer',
    takes_long: `taking_so_long taking_forever takes_so_long taking_ages take_so_long takes_forever taking_too_long so_slow
      taking_this_long take_forever`,
  },
  de: {
    forever: 'ewig ewigkeit so_lange lange zu_lange ewigkeiten',
    much_longer: 'noch_warten länger noch_lange',
    takes_long:
      'dauert_das_so_lange dauert_so_lange dauert_ewig dauert_es_so_lange so_langsam dauert_zu_lange dauert_das_denn_so_lange dauert_es_ewig',
  },
  fr: {
    forever: 'longtemps éternité des_lustres',
    much_longer: 'encore_attendre',
    takes_long:
      'c_est_si_long si_long aussi_long si_longtemps autant_de_temps trop_long tellement_de_temps met_autant tant_de_temps aussi_longtemps tellement_long',
  },
  es: {
    forever: 'mucho eternidad siglos',
    much_longer: 'más_tengo_que_esperar seguir_esperando',
    takes_long:
      'tarda_tanto tardan_tanto demora_tanto tarda_mucho tanto_tiempo tardando_tanto tardando_mucho demoran_tanto tarda_demasiado',
  },
}

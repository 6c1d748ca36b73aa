import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    past_cost: 'was_it was_that how_much_was did_it_cost did_that_cost',
  },
  de: {
    past_cost: 'war_das war_es wars hat_das_gekostet hat_es_gekostet hats_gekostet kostete_das',
  },
  fr: {
    past_cost: 'c_était était_combien a_coûté ça_coûtait c_etait',
  },
  es: {
    past_cost: 'costó fue_eso costaba me_costó ha_costado',
  },
}

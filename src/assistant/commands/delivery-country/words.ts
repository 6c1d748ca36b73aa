import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    far_place:
      'greece malta hungary singapore new_zealand dubai jersey isle_of_man channel_islands highlands northern_ireland canary_islands uae south_africa slovenia croatia czechia romania bulgaria estonia latvia lithuania customs_fees import_tax duty',
  },
  de: {
    far_place:
      'griechenland malta singapur neuseeland kanaren helgoland inseln island irland slowenien kroatien rumänien bulgarien australien japan',
  },
  fr: {
    far_place:
      'grèce malte norvège suède danemark hongrie singapour nouvelle_zélande turquie islande pologne irlande pays_bas corse droits_de_douane roumanie',
  },
  es: {
    far_place:
      'grecia malta bélgica irlanda hungría singapur nueva_zelanda turquía islandia holanda gibraltar países_bajos austria rumanía',
  },
}

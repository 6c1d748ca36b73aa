import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    which_size:
      'which_size what_size size_should sizing between_sizes size_chart size_guide size_up size_down in_between_sizes my_size fitting_guide',
    fit_question:
      'run_small runs_small run_large runs_large true_to_size run_big fits_small how_does_it_fit fit_true come_up_small come_up_big will_fit would_fit fit_me',
    body_word: 'chest waist hips shoulders bust inseam tall kg cm height feet foot head wide',
  },
  de: {
    which_size:
      'welche_größe größentabelle größenberatung passform zwischen_zwei_größen meine_größe nummer_größer nummer_kleiner',
    fit_question:
      'fällt_klein klein_aus groß_aus gross_aus fällt grössengetreu fallen_die fällt_der passt_mir passen_die',
    body_word: 'brustumfang taille hüfte schultern oberweite kilo cm kopf fuß füße breit breite',
  },
  fr: {
    which_size:
      'quelle_taille guide_des_tailles entre_deux_tailles ma_taille taille_prendre taille_choisir conseil_taille',
    fit_question:
      'taille_petit taille_grand taille_normalement taillent petit_ou_grand taille_t_il taille_t_elle m_ira me_va',
    body_word: 'poitrine hanches épaules kg cm tête pied pieds mesure large',
  },
  es: {
    which_size: 'qué_talla cuál_talla guía_de_tallas tabla_de_tallas entre_dos_tallas mi_talla talla_cojo talla_elijo',
    fit_question:
      'talla_pequeño talla_grande talla_bien tallan qué_tal_talla talla_chico viene_pequeño viene_grande me_vale me_valen',
    body_word: 'pecho cintura cadera hombros kg cm cabeza pie mido peso ancho',
  },
}

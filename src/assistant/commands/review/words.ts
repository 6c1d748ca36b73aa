import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    review_word: 'review reviews reviewing rating ratings rate stars 5_stars feedback testimonial trustpilot',
  },
  de: {
    review_word:
      'bewertung bewertungen bewerten bewerte rezension rezensionen sterne 5_sterne kundenmeinungen feedback',
  },
  fr: {
    review_word: 'avis un_avis commentaire noter notation étoiles évaluation évaluer',
  },
  es: {
    review_word: 'reseña reseñas opinión opiniones valoración valoraciones valorar valoro puntuar estrellas',
  },
}

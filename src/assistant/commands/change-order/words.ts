import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    add_goods: 'add adding include additional extra',
    forgot: 'forgot forget forgotten didnt_apply',
  },
  de: {
    add_goods: 'hinzufügen dazu dazubestellen dazu_bestellen ergänzen nachbestellen hinzufuegen draufpacken dazulegen',
    forgot: 'vergessen',
  },
  fr: {
    add_goods: 'ajouter rajouter ajoutez ajout rajoutez',
    forgot: 'oublié oubliée',
  },
  es: {
    add_goods: 'añadir agregar añadan sumar añade agreguen añadirle agregarle',
    forgot: 'olvidé olvidado olvide',
  },
}

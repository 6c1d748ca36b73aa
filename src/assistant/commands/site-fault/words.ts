import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    error_word:
      'error errors error_message crash crashes crashed crashing freezes frozen blank not_loading wont_load dont_load doesnt_load isnt_loading not_found captcha cookie_banner went_wrong bug bugs glitch loading 404 500 502 safari',
    screen_word: 'button menu dropdown filter search_bar pictures photos images form link field screen wishlist zoom',
  },
  de: {
    error_word:
      'fehlermeldung fehler absturz abgestürzt stürzt_ab lädt_nicht laden_nicht hängt eingefroren nicht_gefunden captcha cookie_banner schiefgelaufen störung down 404 500 502 safari',
    screen_word: 'knopf button menü filter suche bilder fotos formular feld bildschirm merkzettel auswahl',
  },
  fr: {
    error_word:
      'erreur erreurs plante planté bug bugs ne_charge ne_se_charge blanche introuvable captcha cookies en_panne fige figé bloque 404 500 502 safari',
    screen_word: 'bouton menu filtre recherche images photos formulaire champ écran lien',
  },
  es: {
    error_word:
      'error errores se_cuelga colgó caída no_carga no_cargan en_blanco no_encontrada captcha cookies fallo bug se_cierra 404 500 502 safari',
    screen_word: 'botón menú filtro buscador fotos imágenes formulario casilla pantalla enlace',
  },
}

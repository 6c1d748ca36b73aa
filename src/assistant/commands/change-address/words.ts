import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    moved: 'moved moving relocated new_address',
    fix: 'fix correct update change',
    redirect: 'redirect reroute',
    relocated: 'moved_house relocated new_flat new_house new_apartment new_place',
    correct_it: 'correct fix',
    update: 'update correct fix edit',
  },
  de: {
    moved: 'umgezogen umzug neue_adresse umziehe',
    fix: 'korrigieren berichtigen ändern',
    redirect: 'umleiten umleitung umgeleitet',
    relocated: 'umgezogen umziehe neue_wohnung neues_haus neuen_wohnung',
    correct_it: 'korrigieren berichtigen ändern',
    update: 'aktualisieren ändern korrigieren anpassen',
  },
  fr: {
    moved: 'déménagé déménage nouvelle_adresse',
    fix: 'corriger rectifier',
    redirect: 'rediriger redirigez',
    relocated: 'déménagé demenage nouvel_appartement nouvelle_maison nouveau_logement',
    correct_it: 'corriger rectifier corrigez',
    update: 'mettre_à_jour mettez_à_jour corriger',
  },
  es: {
    moved: 'mudado mudé nueva_dirección me_mudé mude',
    fix: 'corregir',
    redirect: 'redirigir desviar desvíen redirijan',
    relocated: 'mudado piso_nuevo nuevo_piso casa_nueva nueva_casa',
    correct_it: 'corregir corrijan',
    update: 'actualicen actualizar corregir',
  },
}

import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    delete: 'delete remove close deactivate',
    create: 'create open register sign_up set_up',
    confirm: 'verify verification',
    confirm_mail: 'verification_email verification_code verification_mail activation_email',
  },
  de: {
    delete: 'löschen loeschen schließen',
    create: 'anlegen erstellen registrieren lege eröffnen',
    confirm: 'bestätigung verifizierung',
    confirm_mail: 'aktivierungsmail verifizierungsmail',
  },
  fr: {
    delete: 'supprimer fermer effacer',
    create: 'créer ouvrir inscrire',
    confirm: 'confirmation vérification',
    confirm_mail: 'mail_de_vérification email_d_activation mail_d_activation',
  },
  es: {
    delete: 'borrar eliminar cerrar borren',
    create: 'crear abrir registrarme registro',
    confirm: 'confirmación verificación',
    confirm_mail: 'correo_de_verificación correo_de_activación',
  },
}

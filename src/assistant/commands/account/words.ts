import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    delete: 'delete remove close deactivate',
    create: 'create open register sign_up set_up',
    confirm: 'verify verification',
    confirm_mail:
      'verification_email confirmation_email confirmation_mail verification_code verification_mail activation_email',
  },
  de: {
    delete: 'löschen loeschen schließen',
    create: 'anlegen erstellen registrieren lege eröffnen',
    confirm: 'bestätigung verifizierung',
    confirm_mail: 'bestätigungsmail bestätigungs_mail aktivierungsmail bestätigungsemail',
  },
  fr: {
    delete: 'supprimer fermer effacer',
    create: 'créer ouvrir inscrire',
    confirm: 'confirmation vérification',
    confirm_mail: 'mail_de_confirmation email_de_confirmation e_mail_de_confirmation',
  },
  es: {
    delete: 'borrar eliminar cerrar borren',
    create: 'crear abrir registrarme registro',
    confirm: 'confirmación verificación',
    confirm_mail: 'correo_de_confirmación correo_de_verificación mail_de_confirmación',
  },
}

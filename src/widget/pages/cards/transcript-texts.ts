/** The texts about a copy of the chat by e-mail, which are loaded with its button. */
const en = {
  send: 'Send me this chat',
  email: 'Your e-mail address',
  go: 'Send',
  sent: 'The chat is on its way to your mailbox.',
  confirm: 'Almost done: open the e-mail that we send you now, and confirm your address. Then the chat follows.',
  wrong: 'This is not an e-mail address.',
  tooMany: 'No further e-mail can be sent now. Try again in an hour.',
  stopped: 'E-mails to your address were stopped. No chat can be sent there.',
  lost: 'Not sent. Try again.',
}
export type TranscriptTexts = typeof en

const texts: Record<string, TranscriptTexts> = {
  en,
  de: {
    send: 'Diesen Chat zusenden',
    email: 'Ihre E-Mail-Adresse',
    go: 'Senden',
    sent: 'Der Chat ist auf dem Weg in Ihr Postfach.',
    confirm:
      'Fast fertig: Öffnen Sie die E-Mail, die wir Ihnen jetzt senden, und bestätigen Sie Ihre Adresse. Dann folgt der Chat.',
    wrong: 'Das ist keine E-Mail-Adresse.',
    tooMany: 'Jetzt kann keine weitere E-Mail gesendet werden. Versuchen Sie es in einer Stunde noch einmal.',
    stopped: 'E-Mails an Ihre Adresse wurden beendet. Der Chat kann nicht dorthin gesendet werden.',
    lost: 'Nicht gesendet. Versuchen Sie es noch einmal.',
  },
  es: {
    send: 'Enviarme este chat',
    email: 'Su dirección de correo',
    go: 'Enviar',
    sent: 'El chat va de camino a su buzón.',
    confirm: 'Casi listo: abra el correo que le enviamos ahora y confirme su dirección. Después llega el chat.',
    wrong: 'Esto no es una dirección de correo.',
    tooMany: 'Ahora no se puede enviar otro correo. Inténtelo de nuevo en una hora.',
    stopped: 'Los correos a su dirección se han detenido. El chat no se puede enviar allí.',
    lost: 'No enviado. Inténtelo de nuevo.',
  },
  fr: {
    send: 'M’envoyer cette discussion',
    email: 'Votre adresse e-mail',
    go: 'Envoyer',
    sent: 'La discussion est en route vers votre boîte.',
    confirm:
      'Presque fini : ouvrez l’e-mail que nous vous envoyons maintenant, et confirmez votre adresse. La discussion suit.',
    wrong: 'Ceci n’est pas une adresse e-mail.',
    tooMany: 'Aucun autre e-mail ne peut être envoyé maintenant. Réessayez dans une heure.',
    stopped: 'Les e-mails à votre adresse ont été arrêtés. La discussion ne peut pas y être envoyée.',
    lost: 'Non envoyé. Réessayez.',
  },
}

/** @param locale of the panel */
export function transcriptTexts(locale: string): TranscriptTexts {
  return texts[locale.split('-')[0] ?? ''] ?? en
}

import type { LinkPurpose } from './links.ts'

/** What the page of a link says. */
interface PageTexts {
  title: string
  text: string
  button: string
  /** After the button was pressed. */
  done: string
}

/** What all pages of a language say. */
interface CommonTexts {
  gone: string
  lost: string
  busy: string
  noScript: string
}

type Texts = Record<LinkPurpose, PageTexts> & { common: CommonTexts }

const en: Texts = {
  open: {
    title: 'Your chat',
    text: 'The link in the e-mail opens one chat, in which you can read and write.',
    button: 'Open the chat',
    done: '',
  },
  confirm: {
    title: 'Confirm your e-mail address',
    text: 'Do you want to get the replies of this chat by e-mail?',
    button: 'Confirm this address',
    done: 'Thank you. Your address is confirmed. You can close this page.',
  },
  stop: {
    title: 'Stop e-mails',
    text: 'Do you want to get no more e-mails from the chat of this shop? This cannot be undone here.',
    button: 'Stop e-mails to this address',
    done: 'Done. This address gets no more e-mails from the chat. You can close this page.',
  },
  reply_to: {
    title: 'Confirm the address for answers',
    text: 'Are answers to e-mails that customers get to go to this address?',
    button: 'Confirm this address',
    done: 'Thank you. Answers go to this address from now on. You can close this page.',
  },
  common: {
    gone: 'This link was used already, or has expired. Each newer e-mail has a link of its own.',
    lost: 'No connection to the server. Try again.',
    busy: 'One moment…',
    noScript: 'This page needs JavaScript.',
  },
}

const de: Texts = {
  open: {
    title: 'Ihr Chat',
    text: 'Der Link in der E-Mail öffnet einen Chat, in dem Sie lesen und schreiben können.',
    button: 'Chat öffnen',
    done: '',
  },
  confirm: {
    title: 'E-Mail-Adresse bestätigen',
    text: 'Möchten Sie die Antworten dieses Chats per E-Mail bekommen?',
    button: 'Adresse bestätigen',
    done: 'Danke. Ihre Adresse ist bestätigt. Sie können diese Seite schließen.',
  },
  stop: {
    title: 'E-Mails beenden',
    text: 'Möchten Sie keine E-Mails mehr aus dem Chat dieses Shops bekommen? Das lässt sich hier nicht rückgängig machen.',
    button: 'E-Mails an diese Adresse beenden',
    done: 'Erledigt. Diese Adresse bekommt keine E-Mails mehr aus dem Chat. Sie können diese Seite schließen.',
  },
  reply_to: {
    title: 'Adresse für Antworten bestätigen',
    text: 'Sollen Antworten auf E-Mails an Kunden an diese Adresse gehen?',
    button: 'Adresse bestätigen',
    done: 'Danke. Antworten gehen ab jetzt an diese Adresse. Sie können diese Seite schließen.',
  },
  common: {
    gone: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Jede neuere E-Mail hat einen eigenen.',
    lost: 'Keine Verbindung zum Server. Versuchen Sie es noch einmal.',
    busy: 'Einen Moment …',
    noScript: 'Diese Seite braucht JavaScript.',
  },
}

const fr: Texts = {
  open: {
    title: 'Votre conversation',
    text: 'Le lien de l’e-mail ouvre une conversation, dans laquelle vous pouvez lire et écrire.',
    button: 'Ouvrir le chat',
    done: '',
  },
  confirm: {
    title: 'Confirmer votre adresse e-mail',
    text: 'Voulez-vous recevoir les réponses de cette conversation par e-mail ?',
    button: 'Confirmer cette adresse',
    done: 'Merci. Votre adresse est confirmée. Vous pouvez fermer cette page.',
  },
  stop: {
    title: 'Arrêter les e-mails',
    text: 'Voulez-vous ne plus recevoir d’e-mails du chat de cette boutique ? Cela ne peut pas être annulé ici.',
    button: 'Arrêter les e-mails à cette adresse',
    done: 'C’est fait. Cette adresse ne reçoit plus d’e-mails du chat. Vous pouvez fermer cette page.',
  },
  reply_to: {
    title: 'Confirmer l’adresse de réponse',
    text: 'Les réponses aux e-mails des clients doivent-elles aller à cette adresse ?',
    button: 'Confirmer cette adresse',
    done: 'Merci. Les réponses vont désormais à cette adresse. Vous pouvez fermer cette page.',
  },
  common: {
    gone: 'Ce lien a déjà été utilisé, ou a expiré. Chaque e-mail plus récent a son propre lien.',
    lost: 'Pas de connexion au serveur. Réessayez.',
    busy: 'Un instant…',
    noScript: 'Cette page a besoin de JavaScript.',
  },
}

const es: Texts = {
  open: {
    title: 'Su chat',
    text: 'El enlace del correo abre un chat, en el que puede leer y escribir.',
    button: 'Abrir el chat',
    done: '',
  },
  confirm: {
    title: 'Confirmar su dirección de correo',
    text: '¿Quiere recibir por correo las respuestas de este chat?',
    button: 'Confirmar esta dirección',
    done: 'Gracias. Su dirección está confirmada. Puede cerrar esta página.',
  },
  stop: {
    title: 'Detener los correos',
    text: '¿Quiere no recibir más correos del chat de esta tienda? Aquí no se puede deshacer.',
    button: 'Detener los correos a esta dirección',
    done: 'Hecho. Esta dirección no recibe más correos del chat. Puede cerrar esta página.',
  },
  reply_to: {
    title: 'Confirmar la dirección de respuesta',
    text: '¿Deben ir a esta dirección las respuestas a los correos de los clientes?',
    button: 'Confirmar esta dirección',
    done: 'Gracias. Desde ahora las respuestas van a esta dirección. Puede cerrar esta página.',
  },
  common: {
    gone: 'Este enlace ya se ha usado, o ha caducado. Cada correo más nuevo tiene su propio enlace.',
    lost: 'Sin conexión con el servidor. Inténtelo de nuevo.',
    busy: 'Un momento…',
    noScript: 'Esta página necesita JavaScript.',
  },
}

const byLanguage: Record<string, Texts> = { en, de, fr, es }

/** The texts of the page of a link; in English, if its language has none. */
export function pageTexts(purpose: LinkPurpose, language: string): PageTexts & CommonTexts & { language: string } {
  const known = Object.hasOwn(byLanguage, language) ? language : 'en'
  const texts = byLanguage[known] ?? en
  return { language: known, ...texts.common, ...texts[purpose] }
}

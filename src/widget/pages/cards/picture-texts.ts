/** The texts about pictures, which are loaded with them. */
const en = {
  enlarge: 'Enlarge',
  close: 'Close',
  removed: 'This picture was removed.',
  notLoaded: 'The picture could not be loaded.',
  tryAgain: 'Try again',
  remove: 'Remove the picture',
  sending: 'Sending the picture',
  unreadable: 'This file is not a picture that can be sent. Choose a JPEG, PNG, WebP or GIF.',
  tooLarge: 'This picture is larger than 8 MB. Choose a smaller one.',
  full: 'No further pictures can be sent now. Please describe in words what this one shows.',
  lost: 'The picture was not sent.',
  four: 'A message has at most four pictures.',
}
export type PictureTexts = typeof en

const texts: Record<string, PictureTexts> = {
  en,
  de: {
    enlarge: 'Vergrößern',
    close: 'Schließen',
    removed: 'Dieses Bild wurde entfernt.',
    notLoaded: 'Das Bild konnte nicht geladen werden.',
    tryAgain: 'Erneut versuchen',
    remove: 'Bild entfernen',
    sending: 'Bild wird gesendet',
    unreadable: 'Diese Datei ist kein Bild, das gesendet werden kann. Wählen Sie JPEG, PNG, WebP oder GIF.',
    tooLarge: 'Dieses Bild ist größer als 8 MB. Wählen Sie ein kleineres.',
    full: 'Jetzt können keine weiteren Bilder gesendet werden. Bitte beschreiben Sie, was dieses zeigt.',
    lost: 'Das Bild wurde nicht gesendet.',
    four: 'Eine Nachricht hat höchstens vier Bilder.',
  },
  es: {
    enlarge: 'Ampliar',
    close: 'Cerrar',
    removed: 'Esta imagen se ha eliminado.',
    notLoaded: 'No se ha podido cargar la imagen.',
    tryAgain: 'Volver a intentar',
    remove: 'Quitar la imagen',
    sending: 'Enviando la imagen',
    unreadable: 'Este archivo no es una imagen que se pueda enviar. Elige JPEG, PNG, WebP o GIF.',
    tooLarge: 'Esta imagen ocupa más de 8 MB. Elige una más pequeña.',
    full: 'Ahora no se pueden enviar más imágenes. Describe con palabras lo que muestra esta.',
    lost: 'La imagen no se ha enviado.',
    four: 'Un mensaje tiene como máximo cuatro imágenes.',
  },
  fr: {
    enlarge: 'Agrandir',
    close: 'Fermer',
    removed: 'Cette image a été supprimée.',
    notLoaded: 'L’image n’a pas pu être chargée.',
    tryAgain: 'Réessayer',
    remove: 'Retirer l’image',
    sending: 'Envoi de l’image',
    unreadable: 'Ce fichier n’est pas une image qui peut être envoyée. Choisissez JPEG, PNG, WebP ou GIF.',
    tooLarge: 'Cette image dépasse 8 Mo. Choisissez-en une plus petite.',
    full: 'Aucune autre image ne peut être envoyée maintenant. Décrivez ce que celle-ci montre.',
    lost: 'L’image n’a pas été envoyée.',
    four: 'Un message a au plus quatre images.',
  },
}

/** @param locale of the panel */
export function pictureTexts(locale: string): PictureTexts {
  return texts[locale.split('-')[0] ?? ''] ?? en
}

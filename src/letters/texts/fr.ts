import type { LetterTexts } from './en.ts'

export const fr: LetterTexts = {
  replySubject: 'Nouvelle réponse de {shop}',
  replyIntro: '{shop} vous a répondu dans le chat :',
  refundSubject: 'Votre remboursement de {shop}',
  refundIntro: 'Il y a du nouveau pour votre remboursement :',
  transcriptSubject: 'Votre conversation avec {shop}',
  transcriptIntro: 'Vous avez demandé une copie de votre conversation avec {shop} :',
  confirmSubject: 'Confirmez votre adresse e-mail pour {shop}',
  confirmIntro:
    'Cette adresse e-mail a été saisie dans le chat de {shop}, pour recevoir les réponses par e-mail. Veuillez confirmer qu’elle est à vous.',
  confirmElse:
    'Ce n’était pas vous ? Alors ne faites rien : sans votre confirmation, aucune réponse n’est envoyée à cette adresse.',
  confirmButton: 'Confirmer cette adresse',
  openButton: 'Ouvrir le chat',
  notRead: 'Merci de ne pas répondre à cet e-mail : les réponses ne sont pas lues. Pour répondre, ouvrez le chat.',
  valid: 'Le lien fonctionne une fois, jusqu’au {time}.',
  stop: 'Ne plus recevoir d’e-mails de ce chat : {link}',
  stopLink: 'arrêter les e-mails à cette adresse',
  you: 'Vous',
  assistant: 'Assistant',
  agent: 'Support',
  notice: 'Information',
  pictures: 'Avec des images, visibles dans le chat.',
  earlier: 'Les messages plus anciens sont dans le chat.',
}

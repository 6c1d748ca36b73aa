import type { LetterTexts } from './en.ts'

export const de: LetterTexts = {
  replySubject: 'Neue Antwort von {shop}',
  replyIntro: '{shop} hat Ihnen im Chat geantwortet:',
  refundSubject: 'Ihre Erstattung von {shop}',
  refundIntro: 'Es gibt Neues zu Ihrer Erstattung:',
  transcriptSubject: 'Ihr Chat mit {shop}',
  transcriptIntro: 'Sie haben um eine Kopie Ihres Chats mit {shop} gebeten:',
  confirmSubject: 'Bestätigen Sie Ihre E-Mail-Adresse für {shop}',
  confirmIntro:
    'Diese E-Mail-Adresse wurde im Chat von {shop} eingegeben, um Antworten per E-Mail zu bekommen. Bitte bestätigen Sie, dass es Ihre ist.',
  confirmElse: 'Waren Sie das nicht? Dann tun Sie nichts: Ohne Ihre Bestätigung geht keine Antwort an diese Adresse.',
  confirmButton: 'Adresse bestätigen',
  openButton: 'Chat öffnen',
  notRead:
    'Bitte antworten Sie nicht auf diese E-Mail: Antworten darauf werden nicht gelesen. Öffnen Sie zum Antworten den Chat.',
  valid: 'Der Link funktioniert einmal, bis {time}.',
  stop: 'Keine weiteren E-Mails aus diesem Chat: {link}',
  stopLink: 'E-Mails an diese Adresse beenden',
  you: 'Sie',
  assistant: 'Assistent',
  agent: 'Support',
  notice: 'Hinweis',
  pictures: 'Mit Bildern, die der Chat zeigt.',
  earlier: 'Frühere Nachrichten stehen im Chat.',
}

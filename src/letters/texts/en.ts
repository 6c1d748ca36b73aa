/**
 * The texts of mails to customers. Words in braces are filled in. Each may be replaced by the shop, so its name stays the same. Another
 * language satisfies {@link LetterTexts}, so that a missing text fails the type check.
 */
export const en = {
  replySubject: 'New reply from {shop}',
  replyIntro: '{shop} has replied to you in the chat:',
  refundSubject: 'Your refund from {shop}',
  refundIntro: 'There is news about your refund:',
  transcriptSubject: 'Your chat with {shop}',
  transcriptIntro: 'You asked for a copy of your chat with {shop}:',
  confirmSubject: 'Confirm your e-mail address for {shop}',
  confirmIntro:
    'This e-mail address was entered in the chat of {shop}, to get replies by e-mail. Please confirm that it is yours.',
  confirmElse: 'Was it not you? Then do nothing: without your confirmation no reply is sent to this address.',
  confirmButton: 'Confirm this address',
  openButton: 'Open the chat',
  notRead: 'Please do not answer this e-mail: answers to it are not read. To answer, open the chat.',
  valid: 'The link works once, until {time}.',
  stop: 'No more e-mails from this chat: {link}',
  stopLink: 'stop e-mails to this address',
  you: 'You',
  assistant: 'Assistant',
  agent: 'Support',
  notice: 'Notice',
  pictures: 'With pictures, which the chat shows.',
  earlier: 'Earlier messages are in the chat.',
}

export type LetterTexts = Record<keyof typeof en, string>

/** What a chat says of e-mail to its customer. */
export const chatMail = {
  contact: 'Left the address:',
  contactStates: {
    confirmed: 'Replies are mailed there',
    asked: 'Not confirmed yet: a mail asks for it',
    waiting: 'The mail that asks to confirm it waits to be sent',
    failed: 'Refused',
    limit: 'Not asked: too many mails in an hour',
    stopped: 'Has stopped all mails',
    unasked: 'Not confirmed: no mail asked for it',
  },
  mailed: 'Mailed at',
  mails: { waiting: 'Waiting to be sent', failed: 'Refused', stopped: 'Mail was stopped' },
}

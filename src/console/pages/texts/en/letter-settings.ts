/** Texts of Settings → E-mail to customers. */
export const letterSettings = {
  title: 'E-mail to customers',
  lead: 'Replies and the outcome of refunds go to customers who have left the chat, a copy of a chat to those who ask for it.',
  noServer:
    'No mail is sent from here yet: the operator of this installation has to set an SMTP server first. See --smtp-url.',
  on: 'Mail customers',
  enabled: 'Mail customers who have left',
  enabledHint:
    'A reply goes out two minutes after it is written, unless the customer has the chat open. Signed-in customers get it at the address that your shop has pushed, guests at the address that they leave and confirm.',
  onlyOwners: 'Only an owner can switch this on.',
  sender: 'Sender',
  senderName: 'Name',
  senderNameHint: 'Shown beside the address. Empty: the name of the shop.',
  from: 'Address',
  fromHint: (sender: string, domains: string[]) =>
    domains.length === 0
      ? `Mails come from ${sender}.`
      : `Empty: ${sender}. An address of your own must be in ${domains.join(' or ')}.`,
  replyTo: 'Address for answers',
  replyToHint:
    'Customers are asked to answer in the chat. Answers by e-mail go here, once the owner of the address has confirmed it.',
  confirmed: 'Confirmed',
  notConfirmed: 'Not confirmed: not used yet',
  askAgain: 'Send the mail again',
  asked: 'A mail that asks for the confirmation is on its way.',
  signature: 'Signature',
  signatureHint: 'Ends each mail. Name and address of the company, as your country asks for.',
  texts: 'Own texts',
  textsHint: 'At most 500 characters; empty: the usual text again. {shop} is the name of the shop.',
  removeText: (text: string) => `Put back: ${text}`,
  language: 'Language',
  text: 'Text',
  instead: 'Instead',
  names: { en: 'English', de: 'German', fr: 'French', es: 'Spanish' },
  stop: 'Stopped addresses',
  stopped: (count: number) =>
    count === 0
      ? 'No address has stopped your mails.'
      : count === 1
        ? '1 address has stopped your mails.'
        : `${count} addresses have stopped your mails.`,
  stopHint: 'Each mail has a link that stops all others, for good. Only a hash of the address is kept.',
  stopAddress: 'Address',
  stopAddressHint: 'Of a customer who asked you for it.',
  stopButton: 'Stop mails to this address',
  stopTitle: 'Stop all mails to this address?',
  stopWhy: 'It gets no mail of your chats any more. This cannot be undone.',
  stopDone: 'This address gets no mail any more.',
}

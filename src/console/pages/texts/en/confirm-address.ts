export const confirmAddress = {
  title: 'Confirm this address',
  why: 'Mails about chats and refunds are sent to your address once you confirm it.',
  confirm: 'Confirm',
  done: 'Your address is confirmed',
  doneWhy: (workspace: string) => `${workspace} now sends mails to it. Owners and admins there can stop them.`,
  over: 'This link has ended',
  overWhy: 'It was used, or is older than 7 days. Ask the people who sent it to save the address again.',
  toSignIn: 'Go to sign-in',
}

/** Texts of the section about e-mail, for operators. */
export const systemMail = {
  title: 'E-mail',
  off: 'This server sends no e-mail. Name an SMTP server in its settings (--smtp-url), and restart it.',
  state: 'State',
  on: 'On',
  failing: 'Failing',
  host: 'SMTP server',
  sender: 'Sender',
  domains: 'Own senders in',
  noDomains: 'no domain',
  last: 'Last mail',
  never: 'none yet',
  waiting: 'Waiting',
  failed: 'Not delivered in the last day',
  test: 'Send a test to me',
  sent: (to: string) => `The SMTP server has accepted the test for ${to}. Look into your mailbox.`,
  notSent: (why: string) => `The test was not sent. ${why}`,
}

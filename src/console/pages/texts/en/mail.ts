export const mail = {
  title: 'Mail',
  states: {
    waiting: 'Mail is on its way',
    sent: 'Mailed',
    failed: 'Mail was not delivered',
    skipped: 'Not mailed',
    stopped: 'Mail was stopped',
  },
  linkMailed:
    'A mail with a link is on its way. You can also hand this one over. It works once and is not shown again.',
  later: 'Mail is tried again',
  code: (code: number) => `(${code})`,
}

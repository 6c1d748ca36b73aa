export const signIn = {
  title: 'Sign in',
  titleOf: (shop: string) => `Sign in to ${shop}`,
  over: 'Sign in again',
  overWhy: 'You are signed out. Sign in to go on; what you typed is kept.',
  email: 'E-mail',
  password: 'Password',
  code: 'Code',
  codeHint: 'Six digits from your authenticator app, or a recovery code.',
  submit: 'Sign in',
  lost: 'Lost your password?',
  lostHelp: 'Ask an owner for a link to set a new one, or run this on the server:',
  noOwner: 'Nobody has signed up yet',
  noOwnerHelp:
    'The first owner signs up with a link, which the server prints when it starts. Run this on the server for a new one:',
  confirmTitle: 'Enter your password',
  confirmWhy: 'This change needs your password. You are not asked again for 10 minutes.',
  confirm: 'Confirm',
}

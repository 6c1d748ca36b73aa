export const forgotten = {
  why: 'Enter the e-mail you sign in with. If it belongs to a member, a link for a new password is mailed there.',
  submit: 'Send the link',
  done: (minutes: number) =>
    `If this is the e-mail of a member, a mail with a link is on its way. The link works once, for ${minutes} minutes.`,
  another: 'No mail arrived? Look into the spam folder, or ask an owner for a link. At most 3 mails an hour are sent.',
  operator: 'Operators get no mail. Run this on the server:',
  back: 'Back to sign-in',
}

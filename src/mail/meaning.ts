/** What an SMTP server means by the code of a mail system (RFC 3463), or else by its three digits. */
const BY_STATUS: Record<string, string> = {
  '4.2.1': 'The mailbox does not accept mail at the moment.',
  '4.2.2': 'The mailbox is full.',
  '4.7.0': 'The mail server accepts no more mail from this sender for now.',
  '4.7.1': 'The mail server accepts a new sender only at a later try.',
  '5.1.1': 'This mailbox does not exist. Check the address.',
  '5.1.2': 'This domain does not exist or takes no mail. Check the address.',
  '5.1.3': 'This is not a valid address. Check the address.',
  '5.1.6': 'This mailbox has moved. Ask for the new address.',
  '5.1.10': 'This domain takes no mail. Check the address.',
  '5.2.1': 'The mailbox is switched off.',
  '5.2.2': 'The mailbox is full.',
  '5.3.4': 'The mail is too large for the mail server.',
  '5.4.1': 'The mail server does not take mail for this address. Check the address.',
  '5.7.1': 'The mail server has refused the mail. Check that it may be sent from this address (SPF, DKIM).',
  '5.7.8': 'User name or password of the SMTP server is wrong.',
}

const BY_CODE: Record<number, string> = {
  421: 'The mail server is busy or accepts no more connections for now.',
  450: 'The mailbox is not available at the moment.',
  451: 'The mail server could not handle the mail at the moment.',
  452: 'The mail server is out of room.',
  454: 'The mail server can’t check the sign-in at the moment.',
  530: 'The SMTP server requires a sign-in. Set a user name and password.',
  534: 'The SMTP server does not accept this way to sign in.',
  535: 'User name or password of the SMTP server is wrong.',
  538: 'The SMTP server requires encryption for this sign-in.',
  550: 'The mail server has refused the address. Check the address.',
  551: 'The mail server does not take mail for this address. Check the address.',
  552: 'The mailbox is full, or the mail is too large.',
  553: 'The mail server does not accept this address. Check the address.',
  554: 'The mail server has refused the mail. Check that it may be sent from this address (SPF, DKIM).',
}

/** Why an SMTP server has refused a mail, for people. @param response its words, which may have an enhanced code */
export function meaningOf(code: number, response: string): string {
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const known = (status && BY_STATUS[status]) ?? BY_CODE[code]
  if (known) return known
  return code < 500
    ? 'The mail server could not take the mail at the moment.'
    : 'The mail server has refused the mail for good.'
}

import type { SendMailOptions } from 'nodemailer'
import { domainOf, mailAddress } from './addresses.ts'
import type { MailSetup, Sending } from './mailer.ts'
import { lines, oneLine } from './text.ts'

const MOST = { name: 100, subject: 200, text: 300_000, html: 400_000 }

/** A mail as nodemailer takes it. Whatever people typed is cut to what its place may have. */
export function messageOf(
  { sender, domains }: Pick<MailSetup, 'sender' | 'domains'>,
  { id, to, letter, locale }: Sending,
): SendMailOptions {
  const { from, fromName, replyTo, subject, text, html, unsubscribe } = letter
  const own = from === null ? undefined : mailAddress(from)
  const address = own !== undefined && domains.includes(domainOf(own)) ? own : sender
  const list = unsubscribe === null ? undefined : { unsubscribe: { url: unsubscribe, comment: '' } }
  return {
    // As objects: nodemailer would read a text as a list of addresses.
    from: { name: oneLine(fromName ?? '', MOST.name), address },
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: oneLine(subject, MOST.subject),
    text: lines(text, MOST.text),
    ...(html === null || html.length > MOST.html ? {} : { html }),
    messageId: `<${id}@${domainOf(address)}>`,
    headers: {
      // No answers of machines to a machine, and no bounces to people.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': locale,
      ...(list ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
    ...(list ? { list } : {}),
    // A letter is what was composed, whatever it looks like: nothing is read from files or addresses for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

import type { IncomingMessage } from 'node:http'
import type { H3, H3Event } from 'h3'
import { DomainError } from '../../lib/errors.ts'
import type { BoxedMail } from '../../mail/mailbox.ts'
import type { DevContext } from '../context.ts'
import { refuseOtherPages } from '../credential.ts'
import { mailboxPage, mailPage } from '../mailbox-page.ts'

/** The page has no script, and shows the HTML part of a mail in a frame. */
const PAGE_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
/** A mail is somebody's text: nothing of it runs, loads or leads anywhere. */
const MAIL_CSP = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

function answer(text: string, csp: string): Response {
  return new Response(text, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': csp,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  })
}

/** Serves the mailbox of a developer: what would have been sent. */
export function mountMailbox(app: H3, { mailbox }: DevContext): void {
  const mailOf = ({ context }: H3Event): BoxedMail => {
    const mail = mailbox.mails().find(({ id }) => id === context.params?.id)
    if (mail) return mail
    throw new DomainError('NOT_FOUND', 'no_such_mail', 'The mailbox has no such mail. It keeps the newest 100.')
  }
  app.get('/dev/mailbox', () => answer(mailboxPage(mailbox.mails()), PAGE_CSP))
  app.get('/dev/mailbox/:id', (event) => answer(mailPage(mailOf(event)), PAGE_CSP))
  app.get('/dev/mailbox/:id/html', (event) => answer(mailOf(event).html ?? '', MAIL_CSP))
  app.get('/dev/mails', () => ({ data: mailbox.mails() }))
  app.post('/dev/mailbox/clear', (event) => {
    refuseOtherPages(event.node?.req as IncomingMessage)
    mailbox.clear()
    return new Response(null, { status: 303, headers: { location: '/dev/mailbox' } })
  })
}

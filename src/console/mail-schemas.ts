import { choice, int, text, time } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { toIso, toIsoOrNull } from '../lib/time.ts'
import type { MailRecord } from '../mail/mails.ts'

/** How a mail went, which is shown beside its address. */
export const mailSchema = object('MailView', {
  state: choice(['waiting', 'sent', 'failed', 'skipped', 'stopped']),
  tries: int(),
  dueAt: time('When it is sent, or was to be.'),
  sentAt: optional(time('The last try.')),
  code: optional(int('The code of the mail server at the last try.')),
  explanation: optional(text('What that means, for people.', 10_000)),
})

export const exampleMail = {
  state: 'failed',
  tries: 1,
  dueAt: '2026-03-01T09:30:00.000Z',
  sentAt: '2026-03-01T09:30:02.000Z',
  code: 550,
  explanation: 'This mailbox does not exist. Check the address.',
}

export function showMail(mail: MailRecord | undefined): object | null {
  if (!mail) return null
  const { state, tries, dueAt, sentAt, code, explanation } = mail
  return { state, tries, dueAt: toIso(dueAt), sentAt: toIsoOrNull(sentAt), code, explanation }
}

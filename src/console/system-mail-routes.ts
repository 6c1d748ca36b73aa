import { requireOperator } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { type Route, route } from '../http/route.ts'
import { conflict } from '../lib/errors.ts'
import { choice, int, text, time } from '../lib/fields.ts'
import { newOrderedId } from '../lib/ids.ts'
import { array, object, optional } from '../lib/schema.ts'
import { DAY_MS, toIsoOrNull } from '../lib/time.ts'
import { mailAddress } from '../mail/addresses.ts'
import { mailPart } from '../mail/part.ts'
import { plainLetter } from '../mail/plain-letter.ts'
import { mailState, noteServer } from '../mail/setup.ts'
import type { Reader } from '../store/store.ts'
import { member } from './credentials.ts'
import { nothing } from './schemas.ts'

/** Shared by all routes of this file. */
const ofSystem = { tag: 'System', credential: member, limits: ['calls'] } satisfies Partial<Route>

const show = route({
  ...ofSystem,
  method: 'GET',
  path: '/system/mail',
  operationId: 'showSystemMail',
  summary: 'Show how e-mail is set up, and how it goes',
  status: 200,
  response: {
    schema: object('SystemMail', {
      setup: optional(
        object('SystemMailSetup', {
          host: text('Host and port of the SMTP server.'),
          sender: text('The address that mails come from.'),
          domains: array(text(), 1_000),
          succeededAt: optional(time('When the SMTP server last took a mail.')),
          failedAt: optional(time('When it last could not be used.')),
          problem: optional(text('Why.', 10_000)),
        }),
      ),
      waiting: int('Mails that wait.'),
      failed: int('Mails of the last day that were not delivered.'),
    }),
    example: {
      setup: {
        host: 'smtp.example.com:465',
        sender: 'support@shop.example',
        domains: ['shop.example'],
        succeededAt: '2026-03-01T09:30:00.000Z',
        failedAt: null,
        problem: null,
      },
      waiting: 0,
      failed: 0,
    },
  },
  errors: [],
  handler: async ({ actor, store: { read }, clock }) => {
    requireOperator(actor)
    const state = await mailState(read)
    return {
      setup: state
        ? { ...state, succeededAt: toIsoOrNull(state.succeededAt), failedAt: toIsoOrNull(state.failedAt) }
        : null,
      waiting: await count(read, `state = 'waiting'`),
      failed: await count(read, `state = 'failed' AND created_at > ?`, clock.now() - DAY_MS),
    }
  },
})

async function count(reader: Reader, condition: string, ...values: number[]): Promise<number> {
  const row = await reader.get<{ count: number }>(`SELECT count(*) AS count FROM mails WHERE ${condition}`, ...values)
  return row?.count ?? 0
}

const test = route({
  ...ofSystem,
  method: 'POST',
  path: '/system/mail/test',
  operationId: 'testSystemMail',
  summary: 'Mail a test to yourself, at once',
  description: 'The response waits for the SMTP server, for up to a minute.',
  body: nothing,
  status: 200,
  response: {
    schema: object('MailTest', {
      to: text(),
      verdict: choice(['sent', 'refused', 'later']),
      code: optional(int('The code of the mail server.')),
      explanation: optional(text('What that means, for people.', 10_000)),
    }),
    example: { to: 'ada@shop.example', verdict: 'sent', code: 250, explanation: null },
  },
  errors: ['CONFLICT'],
  handler: async ({ actor, holder, workspace, part, store, clock }) => {
    requireOperator(actor)
    const { mailer } = part(mailPart)
    if (mailer.setup === null)
      throw conflict('mail_off', 'This server sends no e-mail. Set up an SMTP server in its settings first.')
    const to = mailAddress(holder.email)
    if (to === undefined)
      throw conflict('no_mail_address', `No mail can be sent to ${holder.email}. Sign in as somebody with an address.`)
    const letter = plainLetter({
      subject: 'A test of storewire',
      before: [`This mail was sent by ${mailer.setup.host}, from ${mailer.setup.sender}.`, 'E-mail works.'],
    })
    const tried = await mailer.send({
      ...{ id: newOrderedId('mail', clock.now()), to, locale: 'en' },
      letter: { ...letter, fromName: 'storewire' },
    })
    const failure = tried.verdict === 'sent' ? undefined : tried
    const now = clock.now()
    await store.write(async (tx) => {
      await noteServer(tx, failure, now)
      const details = { verdict: tried.verdict, code: tried.code }
      await audit(tx, {
        workspaceId: workspace.id,
        actor,
        action: 'mail.tested',
        target: 'installation',
        details,
        at: now,
      })
    })
    return { to, verdict: tried.verdict, code: tried.code, explanation: failure?.explanation ?? null }
  },
})

export const systemMailRoutes: Route[] = [show, test]

import { getWorkspace } from '../access/workspaces.ts'
import type { Letter, MailEnd, MailKind, QueuedMail } from '../http/mail-kind.ts'
import type { JobHandler, Later } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import type { Metrics } from '../lib/metrics.ts'
import { type Clock, HOUR_MS, MINUTE_MS } from '../lib/time.ts'
import { waitOf } from '../outbound/tries.ts'
import type { Store, Tx } from '../store/store.ts'
import type { Mailer, MailTry } from './mailer.ts'
import { waitingMail } from './mails.ts'
import { MAIL_JOB } from './queue.ts'
import { noteServer } from './setup.ts'

/** Waits before the tries after the first. */
const RETRY_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS]
/** Wait while the database or the encryption key is unavailable, or a composer fails. */
const UNAVAILABLE_MS = 5_000
const MOST_FAILURES = 10
/** Wait while this server has no SMTP server: a restart may bring it back. */
const OFF_MS = 10 * MINUTE_MS

/** Connections to the SMTP server at a time, and for one workspace. */
const AT_ONCE = 3
const AT_ONCE_OF_ONE = 2

export interface MailServices {
  store: Store
  clock: Clock
  metrics: Metrics
  mailer: Mailer
  mails: MailKind[]
  random: () => number
}

/**
 * Sends mails. Running twice is safe: a mail that arrives twice has one Message-ID, and it is never sent after its row says that it was
 * stopped.
 */
export function mailJobHandler(services: MailServices): JobHandler {
  const { store, clock, mailer } = services
  return {
    kind: MAIL_JOB,
    concurrency: AT_ONCE,
    perLane: AT_ONCE_OF_ONE,
    run: async ({ subject }, end) => {
      const begun = await store.write((tx) => begin(tx, services, subject, clock.now()))
      if (begun === 'ended') return
      if (begun === 'off') return end(async () => ({ waitMs: OFF_MS, reason: 'E-mail is not set up.' }))
      const { mail, kind, letter } = begun
      const tried = await mailer.send({ id: mail.id, to: mail.to, letter, locale: mail.locale ?? 'en' })
      services.metrics.mail(mail.kind, tried.verdict)
      await end((tx, now) => record(tx, services, { mail, kind, tried }, now))
    },
    retryAfter: ({ attempts }, error) => {
      if (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') return UNAVAILABLE_MS
      return attempts < MOST_FAILURES ? UNAVAILABLE_MS * 2 ** attempts : null
    },
    giveUp: async (tx, { subject }, message, now) => {
      const mail = await waitingMail(tx, subject)
      if (!mail) return
      await finish(tx, services, mail, { state: 'failed', code: null, explanation: message }, now)
      // An operator may retry the job, which needs them.
      await tx.run('UPDATE mails SET data = ? WHERE id = ?', JSON.stringify(mail.data), mail.id)
    },
    revive: async (tx, { subject }) => {
      await tx.run(`UPDATE mails SET state = 'waiting', tries = 0 WHERE id = ? AND state = 'failed'`, subject)
    },
  }
}

interface Begun {
  mail: QueuedMail
  kind: MailKind
  letter: Letter
}

/** What the next try needs; `ended` if no further try is due, `off` while this server sends no mail. */
async function begin(tx: Tx, services: MailServices, id: string, now: number): Promise<Begun | 'ended' | 'off'> {
  const { mailer, mails } = services
  const mail = await waitingMail(tx, id)
  if (!mail) return 'ended'
  const kind = mails.find(({ name }) => name === mail.kind)
  if (!kind || now - mail.createdAt > kind.validMs) {
    await finish(tx, services, mail, { state: 'failed', code: null, explanation: kind ? TOO_LATE : UNKNOWN }, now)
    return 'ended'
  }
  if (mailer.setup === null) return 'off'
  const letter = await kind.compose(tx, mail, { now, base: mailer.base(), domains: mailer.setup.domains })
  if (letter) return { mail, kind, letter: { ...letter, fromName: letter.fromName ?? (await shopName(tx, mail)) } }
  await finish(tx, services, mail, { state: 'skipped', code: null, explanation: null }, now)
  return 'ended'
}

const TOO_LATE = 'The mail could not be sent in time.'
const UNKNOWN = 'This version of storewire does not have this kind of mail.'

async function shopName(tx: Tx, { workspaceId }: QueuedMail): Promise<string> {
  return workspaceId === null ? 'storewire' : (await getWorkspace(tx, workspaceId)).name
}

/** Stores what has come of a try. @returns when the next one is, if there is one */
async function record(
  tx: Tx,
  services: MailServices,
  { mail, kind, tried }: Pick<Begun, 'mail' | 'kind'> & { tried: MailTry },
  now: number,
): Promise<Later | undefined> {
  await noteServer(tx, tried.verdict === 'sent' ? undefined : tried, now)
  if (tried.verdict === 'sent') {
    await finish(tx, services, mail, { state: 'sent', code: tried.code, explanation: null }, now)
    return undefined
  }
  const { code, explanation } = tried
  const wait = RETRY_MS[mail.tries]
  const waitMs = wait === undefined ? null : waitOf(wait, null, services.random)
  const isOver = waitMs === null || now + waitMs - mail.createdAt > kind.validMs
  if (tried.verdict === 'refused' || isOver) {
    await finish(tx, services, mail, { state: 'failed', code, explanation }, now)
    return undefined
  }
  const { changes } = await tx.run(
    `UPDATE mails SET tries = tries + 1, sent_at = ?, code = ?, explanation = ?, due_at = ? WHERE id = ? AND state = 'waiting'`,
    ...[now, code, explanation, now + waitMs, mail.id],
  )
  // Stopped or erased meanwhile.
  return changes === 0 ? undefined : { waitMs, reason: explanation }
}

/** Ends a mail. One that was stopped while it was on its way was sent all the same. */
async function finish(
  tx: Tx,
  services: Pick<MailServices, 'mails'>,
  mail: QueuedMail,
  end: MailEnd,
  now: number,
): Promise<void> {
  const { state, code, explanation } = end
  const tries = state === 'skipped' ? 0 : 1
  const { changes } = await tx.run(
    `UPDATE mails SET state = ?, tries = tries + ?, sent_at = ?, code = ?, explanation = ?, data = '{}'
     WHERE id = ? AND (state = 'waiting' OR (? = 'sent' AND state = 'stopped'))`,
    ...[state, tries, state === 'skipped' ? null : now, code, explanation, mail.id, state],
  )
  if (changes > 0) await services.mails.find(({ name }) => name === mail.kind)?.ended?.(tx, mail, end, now)
}

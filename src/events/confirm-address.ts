import { hashKey } from '../access/key-format.ts'
import { getWorkspace } from '../access/workspaces.ts'
import { startReading } from '../changes/places.ts'
import { consoleUrl } from '../http/console-url.ts'
import type { MailKind } from '../http/mail-kind.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { random160 } from '../lib/ids.ts'
import { DAY_MS, HOUR_MS } from '../lib/time.ts'
import { countMails } from '../mail/mails.ts'
import { plainLetter } from '../mail/plain-letter.ts'
import { queueMail, stopMails } from '../mail/queue.ts'
import { oneLine } from '../mail/text.ts'
import type { Tx } from '../store/store.ts'
import { mailboxOf } from './addresses.ts'
import { endWaiting } from './deliveries.ts'
import { type EventEndpoint, hasActiveEndpoint } from './endpoints.ts'
import { EVENTS_READER } from './reader-name.ts'

/*
 * Nobody gets events by mail who has not asked for them: the owner of an address confirms it first.
 */

export const CONFIRM_MAIL = 'event.confirm'
const VALID_MS = 7 * DAY_MS
/** Most such mails to one address within an hour, of all workspaces. */
const MOST_ASKED = 3

/**
 * Mails the link with which the owner of an address confirms it. The endpoint is off until then.
 *
 * @throws DomainError CONFLICT if the server sends no mail, or the address was asked too often
 */
export async function askToConfirm(
  tx: Tx,
  { workspaceId, id, url }: { workspaceId: string; id: string; url: string },
  now: number,
): Promise<void> {
  const to = mailboxOf(url) ?? ''
  if ((await countMails(tx, { to, kinds: [CONFIRM_MAIL], since: now - HOUR_MS })) >= MOST_ASKED)
    throw conflict('asked_too_often', 'This address was asked to confirm too often. Wait an hour, then try again.')
  await tx.run(
    `UPDATE event_endpoints SET state = 'off', confirmed_at = NULL, confirm_hash = NULL, confirm_until = ? WHERE id = ?`,
    now + VALID_MS,
    id,
  )
  // What waits may be for another address: its owner neither confirms this one nor gets what is for it.
  await stopMails(tx, { workspaceId, kind: CONFIRM_MAIL, about: id })
  await endWaiting(tx, id, { state: 'skipped', verdict: 'switched_off' })
  if ((await queueMail(tx, { kind: CONFIRM_MAIL, workspaceId, to, about: id }, now)) === null)
    throw conflict('mail_off', 'This server sends no e-mail now. Ask an operator.')
}

/** @throws DomainError CONFLICT for an e-mail address whose owner has not confirmed it */
export function requireConfirmedAddress({ isConfirmed }: EventEndpoint): void {
  if (isConfirmed) return
  throw conflict('not_confirmed', 'This address is not confirmed yet. Open the link in the mail that was sent to it.')
}

/**
 * Confirms an address, and switches its endpoint on.
 *
 * @returns the name of the workspace
 * @throws DomainError NOT_FOUND, the same for an unknown, used or expired token
 */
export async function confirmAddress(tx: Tx, token: string, now: number): Promise<string> {
  const row = await tx.get<{ id: string; workspaceId: string }>(
    `SELECT id, workspace_id AS "workspaceId" FROM event_endpoints WHERE confirm_hash = ? AND confirm_until > ?`,
    hashKey(token),
    now,
  )
  if (!row) throw new DomainError('NOT_FOUND', 'no_such_link', 'This link was used already, or has expired.')
  const { id, workspaceId } = row
  if (!(await hasActiveEndpoint(tx, workspaceId))) await startReading(tx, { name: EVENTS_READER }, workspaceId)
  await tx.run(
    `UPDATE event_endpoints SET state = 'on', confirmed_at = ?, confirm_hash = NULL, confirm_until = NULL, failing_since = NULL
     WHERE id = ?`,
    now,
    id,
  )
  return (await getWorkspace(tx, workspaceId)).name
}

/** The mail with the link. It says nothing that happened. */
export const confirmMail: MailKind = {
  name: CONFIRM_MAIL,
  validMs: VALID_MS,
  compose: async (tx, { about, workspaceId }, { base, now }) => {
    const endpoint = await tx.get<{ until: number | null }>(
      `SELECT confirm_until AS until FROM event_endpoints WHERE id = ? AND kind = 'email' AND confirmed_at IS NULL`,
      about,
    )
    if (!endpoint || (endpoint.until ?? 0) <= now || workspaceId === null) return null
    const token = random160()
    await tx.run('UPDATE event_endpoints SET confirm_hash = ? WHERE id = ?', hashKey(token), about)
    const shop = oneLine((await getWorkspace(tx, workspaceId)).name, 100)
    return plainLetter({
      subject: `Confirm mails of ${shop}`,
      before: [`Somebody at ${shop} wants to send mails about chats and refunds to this address.`],
      action: { label: 'Confirm this address', url: consoleUrl(base, `confirm=${token}`) },
      after: [
        'The link works once, for 7 days.',
        'You do not want these mails? Then ignore this one: nothing is sent.',
      ],
    })
  },
}

import { getWorkspace } from '../access/workspaces.ts'
import type { Letter, MailKind } from '../http/mail-kind.ts'
import type { Later } from '../jobs/jobs.ts'
import type { Sealer } from '../lib/sealing.ts'
import { DAY_MS, HOUR_MS } from '../lib/time.ts'
import { HAPPENING, isFull } from '../mail/hourly.ts'
import { addToMail, queueMail } from '../mail/queue.ts'
import type { Reader, Tx } from '../store/store.ts'
import { mailboxOf } from './addresses.ts'
import { type EventMessage, messageFor } from './channels.ts'
import { openEndpoint, requireEventEndpoint } from './endpoints.ts'
import { findEvent, payloadOf } from './events.ts'
import { eventType } from './types/types.ts'

/** Most events that a digest names; more are counted. */
const MOST_NAMED = 50
const VALID_MS = DAY_MS

export interface MailedDelivery {
  id: string
  workspaceId: string
  endpointId: string
}

/** A message of an event as a letter: plain text alone. */
export function letterOf({ headers, body }: EventMessage): Letter {
  return {
    ...{ fromName: null, from: null, replyTo: null, html: null, unsubscribe: null },
    subject: headers.subject ?? '',
    text: body,
  }
}

/**
 * Hands a delivery to the queue of mails: in a mail of its own, or in one digest once its address has got as many as it may in an hour.
 * The delivery waits until the mail has ended.
 */
export async function mailEvent(
  tx: Tx,
  { id, workspaceId, endpointId }: MailedDelivery,
  to: string,
  now: number,
): Promise<Later | undefined> {
  const mail = { workspaceId, to, about: id }
  const queued = (await isFull(tx, mail.to, now))
    ? await addToMail(
        tx,
        { ...mail, about: endpointId, kind: HAPPENING.events, dueAt: now + HOUR_MS },
        { list: 'deliveries', item: id, most: MOST_NAMED },
        now,
      )
    : await queueMail(tx, { ...mail, kind: HAPPENING.event, data: { deliveries: [id] } }, now)
  const isOver = (state: 'failed' | 'skipped', verdict: string, explanation: string) =>
    tx.run(
      `UPDATE event_deliveries SET state = ?, verdict = ?, explanation = ? WHERE id = ? AND state = 'waiting'`,
      ...[state, verdict, explanation, id],
    )
  if (queued === null) await isOver('failed', 'mail_off', 'This server sends no e-mail now, or too many mails wait.')
  if (queued === 'counted')
    await isOver('skipped', 'counted', `A digest names ${MOST_NAMED} events, and only counts this one.`)
  return undefined
}

/** The address of an endpoint; empty if it has none any longer. @throws DomainError SERVICE_UNAVAILABLE if it can't be decrypted */
export async function addressOf(
  reader: Reader,
  sealer: Sealer,
  { workspaceId, endpointId }: MailedDelivery,
  now: number,
): Promise<string> {
  const secrets = await openEndpoint(reader, { workspaceId, id: endpointId }, sealer, now)
  return (secrets && mailboxOf(secrets.url)) ?? ''
}

/** What the events of a mail say, of those that are still to be sent. */
async function messagesOf(reader: Reader, workspaceId: string, ids: string[], base: string): Promise<EventMessage[]> {
  const { name: shop } = await getWorkspace(reader, workspaceId)
  const messages: EventMessage[] = []
  for (const id of ids) {
    const row = await reader.get<{ eventId: string; endpointId: string }>(
      `SELECT event_id AS "eventId", endpoint_id AS "endpointId" FROM event_deliveries AS delivery
       JOIN event_endpoints AS endpoint ON endpoint.id = endpoint_id
       WHERE delivery.id = ? AND delivery.state = 'waiting' AND endpoint.state = 'on'`,
      id,
    )
    const event = row && (await findEvent(reader, workspaceId, row.eventId))
    if (!row || !event) continue
    const { includeText } = await requireEventEndpoint(reader, workspaceId, row.endpointId)
    const payload = payloadOf(event, { includeText, publicUrl: base })
    const secrets = { url: '', signing: null, previous: null, token: null }
    messages.push(messageFor('email', { payload, type: eventType(event.type), shop, timestamp: 0, secrets }))
  }
  return messages
}

type Deliveries = { deliveries: string[]; more?: number }

/** Stores how the deliveries of a mail ended. */
const ended =
  (noteFailure: NoteFailure): NonNullable<MailKind['ended']> =>
  async (tx, { data }, { state, code, explanation }, now) => {
    const delivered = { sent: 'delivered', failed: 'failed', skipped: 'skipped' }[state]
    const verdict = state === 'sent' ? 'delivered' : state === 'failed' ? 'smtp_refused' : 'not_sent'
    for (const id of (data as Deliveries).deliveries) {
      const row = await tx.get<{ workspaceId: string; endpointId: string }>(
        'SELECT workspace_id AS "workspaceId", endpoint_id AS "endpointId" FROM event_deliveries WHERE id = ?',
        id,
      )
      if (!row) continue
      const why = code === null ? explanation : `${explanation} (${code})`
      await tx.run(
        `UPDATE event_deliveries SET state = ?, verdict = ?, explanation = ?, sent_at = ?, tries = tries + 1
         WHERE id = ? AND state = 'waiting'`,
        ...[delivered, verdict, why, now, id],
      )
      if (state === 'failed') await noteFailure(tx, row, { verdict }, now)
      if (state === 'sent') await tx.run('UPDATE event_endpoints SET failing_since = NULL WHERE id = ?', row.endpointId)
    }
  }

type NoteFailure = (
  tx: Tx,
  endpoint: { workspaceId: string; endpointId: string },
  tried: { verdict: string },
  now: number,
) => Promise<boolean>

/** @param noteFailure counts a failure of an endpoint, which disables it after five days */
export function eventMails(noteFailure: NoteFailure): MailKind[] {
  const onEnd = ended(noteFailure)
  return [
    {
      name: HAPPENING.event,
      validMs: VALID_MS,
      compose: async (tx, { data, workspaceId }, { base }) => {
        const [message] = await messagesOf(tx, workspaceId ?? '', (data as Deliveries).deliveries, base)
        return message ? letterOf(message) : null
      },
      ended: onEnd,
    },
    {
      name: HAPPENING.events,
      validMs: VALID_MS,
      compose: async (tx, { data, workspaceId }, { base }) => {
        const { deliveries, more = 0 } = data as Deliveries
        const messages = await messagesOf(tx, workspaceId ?? '', deliveries, base)
        if (messages.length === 0) return null
        const { name } = await getWorkspace(tx, workspaceId ?? '')
        const count = messages.length + more
        const parts = [...messages.map(({ body }) => body.trim()), ...(more > 0 ? [`And ${more} more.`] : [])]
        return letterOf({ headers: { subject: `${name}: ${count} events` }, body: `${parts.join('\n\n')}\n` })
      },
      ended: onEnd,
    },
  ]
}

import { enqueue } from '../jobs/jobs.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'
import { mailAddress } from './addresses.ts'
import { conditionOf, type MailQuery } from './mails.ts'
import { isMailOn } from './setup.ts'

/** The kind of job that sends a mail; its subject is the mail's id. */
export const MAIL_JOB = 'mail.send'

/** Most mails that wait: of a workspace (or of the installation), and of all. */
export const MOST_WAITING_MAILS = { workspace: 1_000, all: 10_000 }

export interface NewMail {
  kind: string
  /** Null for a mail of the installation. */
  workspaceId: string | null
  to: string
  /** The id of what it is about. */
  about: string
  /** Small facts for its kind; no text that people typed if the mail outlives it. */
  data?: Record<string, unknown>
  locale?: string | null
  conversationId?: string | null
  customerId?: string | null
  /** Epoch milliseconds; default: now. */
  dueAt?: number
}

/**
 * Queues a mail, in the transaction of the fact that calls for it.
 *
 * @returns its id; null if nothing is queued, because no mail is sent from here, the address can't be one, or too many mails wait
 */
export async function queueMail(tx: Tx, mail: NewMail, now: number): Promise<string | null> {
  const { kind, workspaceId, about, data = {}, locale = null, conversationId = null, customerId = null } = mail
  const to = mailAddress(mail.to)
  if (to === undefined || !(await isMailOn(tx)) || !(await hasRoom(tx, workspaceId))) return null
  const id = newOrderedId('mail', now)
  const dueAt = mail.dueAt ?? now
  await tx.run(
    `INSERT INTO mails (id, workspace_id, kind, recipient, about, data, locale, conversation_id, customer_id, state, tries, due_at,
       created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, ?, ?)`,
    ...[id, workspaceId, kind, to, about, JSON.stringify(data), locale, conversationId, customerId, dueAt, now],
  )
  // A lane each, so that the many mails of one workspace delay no other's.
  await enqueue(tx, { kind: MAIL_JOB, subject: id, lane: `mail ${workspaceId ?? 'installation'}`, dueAt }, now)
  return id
}

async function hasRoom(reader: Reader, workspaceId: string | null): Promise<boolean> {
  const row = await reader.get<{ own: number; all: number }>(
    `SELECT count(*) AS "all", coalesce(sum(CASE WHEN coalesce(workspace_id, '') = ? THEN 1 ELSE 0 END), 0) AS own
     FROM mails WHERE state = 'waiting'`,
    workspaceId ?? '',
  )
  return row !== undefined && row.own < MOST_WAITING_MAILS.workspace && row.all < MOST_WAITING_MAILS.all
}

/** Stops the mails of a query that wait. One that is on its way may still arrive. @returns how many */
export async function stopMails(tx: Tx, query: MailQuery): Promise<number> {
  const { text, values } = conditionOf(query)
  const waiting = await tx.all<{ id: string }>(`SELECT id FROM mails WHERE ${text} AND state = 'waiting'`, ...values)
  for (const { id } of waiting) {
    await tx.run(`UPDATE mails SET state = 'stopped', data = '{}' WHERE id = ?`, id)
    await tx.run('DELETE FROM jobs WHERE subject = ? AND kind = ? AND lease_until IS NULL', id, MAIL_JOB)
  }
  return waiting.length
}

/**
 * Adds something to the mail of a kind that waits for the same address and has not been tried; queues a mail if no such mail waits.
 *
 * @param list the member of `data` that the item is added to; beyond `most` it is only counted, in `more`
 * @returns whether the item is in the list, or only counted; null as {@link queueMail}
 */
export async function addToMail(
  tx: Tx,
  mail: NewMail,
  { list, item, most }: { list: string; item: unknown; most: number },
  now: number,
): Promise<'listed' | 'counted' | null> {
  const { kind, about, to, workspaceId } = mail
  const pending = await tx.get<{ id: string; data: string }>(
    `SELECT id, data FROM mails WHERE kind = ? AND about = ? AND recipient = ? AND coalesce(workspace_id, '') = ? AND state = 'waiting'
       AND tries = 0 AND NOT EXISTS (SELECT 1 FROM jobs WHERE subject = mails.id AND kind = ? AND lease_until IS NOT NULL)`,
    ...[kind, about, to, workspaceId ?? '', MAIL_JOB],
  )
  if (!pending) {
    const id = await queueMail(tx, { ...mail, data: { ...mail.data, [list]: [item] } }, now)
    return id === null ? null : 'listed'
  }
  const data = JSON.parse(pending.data) as Record<string, unknown>
  const items = data[list] as unknown[]
  const isListed = items.length < most
  const next = isListed ? { ...data, [list]: [...items, item] } : { ...data, more: Number(data.more ?? 0) + 1 }
  await tx.run('UPDATE mails SET data = ? WHERE id = ?', JSON.stringify(next), pending.id)
  return isListed ? 'listed' : 'counted'
}

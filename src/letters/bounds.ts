import { DAY_MS, HOUR_MS } from '../lib/time.ts'
import type { Reader, Store, Tx } from '../store/store.ts'
import { countedHash } from './hashes.ts'

/** Most mails to one address from chats, and most that one network of guests, or one customer, causes: both in an hour. */
const TO_ADDRESS = 5
const OF_NETWORK = 60
/** Most mails of a workspace to customers in a day. Chats cause fewer, so that strangers hold up no agent's reply. */
const OF_WORKSPACE = 500
const OF_CHATS = 400

/** A mail to be counted. */
export interface CountedMail {
  workspaceId: string
  address: string
  /** Who caused it: the hash of a network, or of a customer; null for an agent's reply. */
  cause: string | null
}

/**
 * When a mail may be sent at the earliest: now, if no bound is reached.
 *
 * @returns epoch milliseconds
 */
export async function freeAt(
  reader: Reader,
  { workspaceId, address, cause }: CountedMail,
  now: number,
): Promise<number> {
  const ofHash = (hash: string, most: number) => oldestOf(reader, 'hash = ?', [hash], most, now - HOUR_MS)
  const ofAddress = await ofHash(countedHash(address), TO_ADDRESS)
  const ofCause = cause === null ? undefined : await ofHash(cause, OF_NETWORK)
  const isOfWorkspace = `workspace_id = ? AND cause = 'address'`
  const most = cause === null ? OF_WORKSPACE : OF_CHATS
  const ofDay = await oldestOf(reader, isOfWorkspace, [workspaceId], most, now - DAY_MS)
  const ends = [ofAddress, ofCause].flatMap((at) => (at === undefined ? [] : [at + HOUR_MS]))
  return Math.max(now, ...ends, ...(ofDay === undefined ? [] : [ofDay + DAY_MS]))
}

/** The time of the oldest of the newest `most` mails since a time; undefined if there are fewer. */
async function oldestOf(
  reader: Reader,
  condition: string,
  values: string[],
  most: number,
  since: number,
): Promise<number | undefined> {
  const row = await reader.get<{ at: number }>(
    `SELECT at FROM mail_causes WHERE ${condition} AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?`,
    ...values,
    since,
    most - 1,
  )
  return row?.at
}

/** Counts a queued mail. @param at when it is sent: epoch milliseconds */
export async function countMail(
  tx: Tx,
  { workspaceId, address, cause }: CountedMail,
  { mailId, at }: { mailId: string; at: number },
): Promise<void> {
  const insert = (of: 'address' | 'network', hash: string) =>
    tx.run(
      'INSERT INTO mail_causes (workspace_id, id, cause, hash, at) VALUES (?, ?, ?, ?, ?)',
      ...[workspaceId, countId(mailId, of), of, hash, at],
    )
  await insert('address', countedHash(address))
  if (cause !== null) await insert('network', cause)
}

const countId = (mailId: string, of: 'address' | 'network') => `${mailId} ${of}`

/** A counted mail with an agent's reply was not sent: the customer was there. */
export async function uncountMail(
  tx: Tx,
  { workspaceId, mailId }: { workspaceId: string; mailId: string },
): Promise<void> {
  await tx.run('DELETE FROM mail_causes WHERE workspace_id = ? AND id = ?', workspaceId, countId(mailId, 'address'))
}

const PURGED_AT_ONCE = 1_000

/** Deletes what counts no longer: links that have expired, and mails of the day before. */
export async function purgeLetters(store: Store, now: number, signal: AbortSignal): Promise<void> {
  const isDone = (table: string, key: string, column: string, before: number) =>
    store.writeInBackground(async (tx) => {
      const { changes } = await tx.run(
        `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${column} <= ? LIMIT ${PURGED_AT_ONCE})`,
        before,
      )
      return changes < PURGED_AT_ONCE
    })
  do signal.throwIfAborted()
  while (!(await isDone('mail_links', 'hash', 'expires_at', now)))
  do signal.throwIfAborted()
  while (!(await isDone('mail_causes', 'id', 'at', now - DAY_MS)))
}

import type { WorkspaceTable } from '../access/workspace-data.ts'
import { keyedHash } from '../lib/sealing.ts'
import { toIso } from '../lib/time.ts'
import { mailAddress } from '../mail/addresses.ts'
import { queueMail } from '../mail/queue.ts'
import { getObject } from '../objects/find/read.ts'
import { customers } from '../objects/types/customer.ts'
import type { Reader, Tx } from '../store/store.ts'
import { countMail, freeAt } from './bounds.ts'
import { contactHash } from './hashes.ts'
import { isStopped } from './stops.ts'
import { letterLanguage } from './texts.ts'

/** The kind of mail that asks the owner of a typed address to confirm it. */
export const CONFIRM_MAIL = 'chat.confirm'

export const contactTable: WorkspaceTable = {
  table: 'mail_contacts',
  key: ['conversation_id', 'address_hash'],
  exported: {
    file: 'mail-contacts',
    columns: 'conversation_id AS "conversationId", confirmed_at AS "confirmedAt"',
    show: ({ conversationId, confirmedAt }) => ({
      conversationId,
      confirmedAt: confirmedAt === null ? null : toIso(Number(confirmedAt)),
    }),
  },
}

/** A conversation and the closed ones that it follows. */
const CHAIN = `WITH RECURSIVE chain (id, follows, email) AS (
    SELECT id, follows, contact_email FROM conversations WHERE id = ?
    UNION SELECT earlier.id, earlier.follows, contact_email FROM conversations AS earlier JOIN chain ON earlier.id = chain.follows)`

/** Why no mail asks for a confirmation: a bound was reached, its owner has stopped all mails, or none can be sent. */
export type ContactProblem = 'limit' | 'stopped' | 'off'

/** An address that a customer typed, and what became of it. */
export interface Contact {
  email: string
  /** Epoch milliseconds; null: not confirmed. */
  confirmedAt: number | null
  /** The mail that asks for it. */
  mailId: string | null
  problem: ContactProblem | null
}

/** The newest address that was typed in a chat, or in one that it follows; undefined if nobody typed one. */
export async function contactOf(
  reader: Reader,
  { workspaceId, conversationId }: ChatPlace,
): Promise<Contact | undefined> {
  const typed = await reader.get<{ email: string }>(
    `${CHAIN} SELECT email FROM chain WHERE email IS NOT NULL ORDER BY id DESC LIMIT 1`,
    conversationId,
  )
  if (!typed) return undefined
  const row = await reader.get<Omit<Contact, 'email'>>(
    `${CHAIN} SELECT confirmed_at AS "confirmedAt", mail_id AS "mailId", problem FROM mail_contacts
     WHERE conversation_id IN (SELECT id FROM chain) AND address_hash = ? ORDER BY confirmed_at IS NULL, conversation_id DESC LIMIT 1`,
    conversationId,
    contactHash(workspaceId, typed.email),
  )
  return { email: typed.email, confirmedAt: null, mailId: null, problem: null, ...row }
}

export interface ChatPlace {
  workspaceId: string
  conversationId: string
}

/** Where mails of a chat go. */
export interface Target {
  address: string
  customerId: string | null
}

/**
 * Where mails of a chat go: to the address that was typed in it, once it is confirmed or if the shop has pushed it for the signed-in
 * customer; else to the one that the shop has pushed. Undefined without an address.
 */
export async function targetOf(
  reader: Reader,
  place: ChatPlace,
  customerId: string | null,
): Promise<Target | undefined> {
  const pushed = await pushedAddress(reader, place.workspaceId, customerId)
  const contact = await contactOf(reader, place)
  const isOwn = contact !== undefined && isSame(contact.email, pushed)
  const address = contact && (contact.confirmedAt !== null || isOwn) ? mailAddress(contact.email) : pushed
  return address === undefined ? undefined : { address, customerId }
}

/** The address that the shop has pushed for a customer; undefined if it is not one that gets mail. */
export async function pushedAddress(
  reader: Reader,
  workspaceId: string,
  customerId: string | null,
): Promise<string | undefined> {
  if (customerId === null) return undefined
  const customer = await getObject(reader, customers, workspaceId, customerId)
  return typeof customer?.email === 'string' ? mailAddress(customer.email) : undefined
}

/** @param pushed as `mailAddress` gives it */
export function isSame(typed: string, pushed: string | undefined): boolean {
  return pushed !== undefined && mailAddress(typed)?.toLowerCase() === pushed.toLowerCase()
}

/**
 * Asks the owner of a typed address to confirm it, once for each chat: again only if a bound was in the way, or the mail was not sent since
 * another address was typed, or a restore stopped it.
 *
 * @param wantsTranscript the chat is sent once the address is confirmed
 * @returns what is in the way; undefined if a mail asks for it, or has asked
 */
export async function askToConfirm(
  tx: Tx,
  {
    workspaceId,
    conversationId,
    email,
    wantsTranscript = false,
  }: ChatPlace & { email: string; wantsTranscript?: boolean },
  now: number,
): Promise<ContactProblem | undefined> {
  const hash = contactHash(workspaceId, email)
  if (wantsTranscript) await noteTranscript(tx, { workspaceId, conversationId }, hash)
  const before = await contactOf(tx, { workspaceId, conversationId })
  if (before && (before.confirmedAt !== null || (await isAsked(tx, before)))) return undefined
  const { problem, mailId } = await queueConfirmation(tx, { workspaceId, conversationId, email }, now)
  await tx.run(
    `INSERT INTO mail_contacts (workspace_id, conversation_id, address_hash, mail_id, problem) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (conversation_id, address_hash) DO UPDATE SET mail_id = excluded.mail_id, problem = excluded.problem`,
    ...[workspaceId, conversationId, hash, mailId, problem ?? null],
  )
  return problem
}

async function isAsked(tx: Tx, { mailId }: Contact): Promise<boolean> {
  if (mailId === null) return false
  const dropped = await tx.get(`SELECT 1 FROM mails WHERE id = ? AND state IN ('skipped', 'stopped')`, mailId)
  return dropped === undefined
}

async function noteTranscript(tx: Tx, { workspaceId, conversationId }: ChatPlace, hash: string): Promise<void> {
  await tx.run(
    `INSERT INTO mail_contacts (workspace_id, conversation_id, address_hash, wants_transcript) VALUES (?, ?, ?, 1)
     ON CONFLICT (conversation_id, address_hash) DO UPDATE SET wants_transcript = 1`,
    workspaceId,
    conversationId,
    hash,
  )
}

async function queueConfirmation(
  tx: Tx,
  { workspaceId, conversationId, email }: ChatPlace & { email: string },
  now: number,
): Promise<{ mailId: string | null; problem?: ContactProblem }> {
  const address = mailAddress(email)
  if (address === undefined) return { mailId: null, problem: 'off' }
  if (await isStopped(tx, workspaceId, address)) return { mailId: null, problem: 'stopped' }
  const cause = await causeOf(tx, workspaceId, conversationId)
  const counted = { workspaceId, address, cause: cause ?? null }
  // Nobody knows who has typed it: the guest has ended the chat.
  if (cause === undefined || (await freeAt(tx, counted, now)) > now) return { mailId: null, problem: 'limit' }
  const chat = await tx.get<{ customerId: string | null; language: string | null }>(
    'SELECT customer_id AS "customerId", language FROM conversations WHERE id = ?',
    conversationId,
  )
  const mail = { kind: CONFIRM_MAIL, workspaceId, to: address, about: conversationId, conversationId }
  const mailId = await queueMail(
    tx,
    { ...mail, customerId: chat?.customerId ?? null, locale: letterLanguage(chat?.language ?? null) },
    now,
  )
  if (mailId === null) return { mailId, problem: 'off' }
  await countMail(tx, counted, { mailId, at: now })
  return { mailId }
}

/** Who causes the mails of a chat: the network of the guest, or the signed-in customer; undefined if nobody has it open any more. */
export async function causeOf(
  reader: Reader,
  workspaceId: string,
  conversationId: string,
): Promise<string | undefined> {
  const row = await reader.get<{ customerId: string | null; network: string | null }>(
    `SELECT customer_id AS "customerId",
       (SELECT network_hash FROM widget_sessions WHERE conversation_id = conversations.id AND network_hash IS NOT NULL
        ORDER BY id DESC LIMIT 1) AS network
     FROM conversations WHERE id = ?`,
    conversationId,
  )
  if (!row) return undefined
  if (row.customerId !== null) return keyedHash(workspaceId, `customer ${row.customerId}`)
  return row.network ?? undefined
}

/** The owner of a typed address has confirmed it. @returns whether the chat is to be sent there now; undefined if the chat is gone */
export async function confirmContact(
  tx: Tx,
  { conversationId, addressHash }: { conversationId: string; addressHash: string },
  now: number,
): Promise<{ wantsTranscript: boolean } | undefined> {
  const row = await tx.get<{ wanted: number }>(
    'SELECT wants_transcript AS wanted FROM mail_contacts WHERE conversation_id = ? AND address_hash = ?',
    conversationId,
    addressHash,
  )
  if (!row) return undefined
  await tx.run(
    `UPDATE mail_contacts SET confirmed_at = coalesce(confirmed_at, ?), wants_transcript = 0
     WHERE conversation_id = ? AND address_hash = ?`,
    now,
    conversationId,
    addressHash,
  )
  return { wantsTranscript: row.wanted === 1 }
}

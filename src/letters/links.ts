import { hashKey } from '../access/key-format.ts'
import type { WorkspaceTable } from '../access/workspace-data.ts'
import { DomainError } from '../lib/errors.ts'
import { random160 } from '../lib/ids.ts'
import { DAY_MS } from '../lib/time.ts'
import type { Tx } from '../store/store.ts'

/** What a link does. Its page has the same name, with `-`. */
export const linkPurposes = ['open', 'confirm', 'stop', 'reply_to'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

const LIFETIME_MS = 7 * DAY_MS

/** Tokens that were used after the backup would work again. */
export const linkTable: WorkspaceTable = {
  table: 'mail_links',
  key: ['hash'],
  afterRestore: 'DELETE FROM mail_links',
}

/** What a link is about. */
export interface MailLink {
  workspaceId: string
  purpose: LinkPurpose
  /** Null for the address for answers of a workspace. */
  conversationId: string | null
  /** Of the address that it confirms or stops. */
  addressHash: string | null
}

/** A new link, for one use within 7 days. Only the hash of its token is stored. */
export interface NewMailLink {
  token: string
  /** Epoch milliseconds. */
  expiresAt: number
}

export async function createMailLink(tx: Tx, link: MailLink, now: number): Promise<NewMailLink> {
  const token = `ml_${random160()}`
  const expiresAt = now + LIFETIME_MS
  await tx.run(
    `INSERT INTO mail_links (hash, workspace_id, purpose, conversation_id, address_hash, expires_at) VALUES (?, ?, ?, ?, ?, ?)`,
    hashKey(token),
    link.workspaceId,
    link.purpose,
    link.conversationId,
    link.addressHash,
    expiresAt,
  )
  return { token, expiresAt }
}

/** Uses a link up. @throws DomainError NOT_FOUND, the same for an unknown, used, expired or ended one */
export async function useMailLink(tx: Tx, purpose: LinkPurpose, token: string, now: number): Promise<MailLink> {
  const hash = hashKey(token)
  const link = await tx.get<MailLink>(
    `SELECT workspace_id AS "workspaceId", purpose, conversation_id AS "conversationId", address_hash AS "addressHash"
     FROM mail_links JOIN workspaces ON workspaces.id = workspace_id
     WHERE hash = ? AND purpose = ? AND expires_at > ? AND deleted_at IS NULL`,
    hash,
    purpose,
    now,
  )
  if (!link)
    throw new DomainError(
      'NOT_FOUND',
      'no_such_link',
      'This link was used already, or has expired. Use a newer e-mail.',
    )
  await tx.run('DELETE FROM mail_links WHERE hash = ?', hash)
  return link
}

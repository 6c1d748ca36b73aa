import { DomainError } from '../lib/errors.ts'
import { newOrderedId, random160 } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Role } from './actor.ts'
import { hashKey } from './key-format.ts'

export type LinkKind = 'setup' | 'invite' | 'reset'

const MINUTE_MS = 60_000
const LIFETIME_MS: Record<LinkKind, number> = {
  setup: 30 * MINUTE_MS,
  invite: 72 * 60 * MINUTE_MS,
  reset: 30 * MINUTE_MS,
}

/** The purpose of a one-time link. Times are epoch milliseconds. */
export interface Link {
  id: string
  kind: LinkKind
  /** The workspace to join; for a reset the workspace in which the link was created. */
  workspaceId: string | null
  /** The member whose password a reset sets. */
  memberId: string | null
  /** The e-mail address of an invite, and the role that it gives. */
  email: string | null
  role: Role | null
  /** Whether a reset also turns the second factor off. */
  secondFactor: boolean
  createdBy: string
  createdAt: number
  expiresAt: number
}

/** A new link. The token is known only now. In the page's address it is after the `#`, which is not sent to servers. */
export interface NewLink {
  id: string
  token: string
  fragment: string
  expiresAt: number
}

type Subject = Pick<Link, 'kind' | 'createdBy'> &
  Partial<Pick<Link, 'workspaceId' | 'memberId' | 'email' | 'role' | 'secondFactor'>>

export async function createLink(tx: Tx, subject: Subject, now: number): Promise<NewLink> {
  const { kind, workspaceId = null, memberId = null, email = null, role = null, secondFactor = false } = subject
  const id = newOrderedId('link', now)
  const token = random160()
  const expiresAt = now + LIFETIME_MS[kind]
  await tx.run(
    `INSERT INTO member_links (id, kind, hash, workspace_id, member_id, email, role, second_factor, created_by, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    kind,
    hashKey(token),
    workspaceId,
    memberId,
    email,
    role,
    secondFactor ? 1 : 0,
    subject.createdBy,
    now,
    expiresAt,
  )
  return { id, token, fragment: `${kind}=${token}`, expiresAt }
}

const COLUMNS = `id, kind, workspace_id AS "workspaceId", member_id AS "memberId", email, role,
  second_factor AS "secondFactor", created_by AS "createdBy", created_at AS "createdAt", expires_at AS "expiresAt"`

interface LinkRow extends Omit<Link, 'secondFactor'> {
  secondFactor: number
}

function fromRow(row: LinkRow): Link {
  return { ...row, secondFactor: row.secondFactor === 1 }
}

/** The purpose of a token. @throws DomainError NOT_FOUND, the same for an unknown, used or expired token */
export async function findLink(reader: Reader, token: string, now: number): Promise<Link> {
  const row = await reader.get<LinkRow>(
    `SELECT ${COLUMNS} FROM member_links
     WHERE expires_at > ? AND (hash = ? OR id = (SELECT link_id FROM member_link_tokens WHERE hash = ?))`,
    now,
    hashKey(token),
    hashKey(token),
  )
  if (!row) throw noSuchLink()
  return fromRow(row)
}

function noSuchLink(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'no_such_link',
    'This link was used already, has expired, or was replaced by a newer one: ask an owner of the workspace for another.',
  )
}

/** The open link with this id; undefined if it was used, has expired, or has ended. */
export async function findLinkById(reader: Reader, id: string, now: number): Promise<Link | undefined> {
  const row = await reader.get<LinkRow>(`SELECT ${COLUMNS} FROM member_links WHERE id = ? AND expires_at > ?`, id, now)
  return row && fromRow(row)
}

/** Gives a link a further token, for a mail: the first one is known only where the link was made. @returns the text after the `#` */
export async function addLinkToken(tx: Tx, { id, kind }: Pick<Link, 'id' | 'kind'>): Promise<string> {
  const token = random160()
  await tx.run('INSERT INTO member_link_tokens (hash, link_id) VALUES (?, ?)', hashKey(token), id)
  return `${kind}=${token}`
}

/** Uses a link up. @throws DomainError NOT_FOUND, also for one of another kind */
export async function useLink(tx: Tx, kind: LinkKind, token: string, now: number): Promise<Link> {
  const link = await findLink(tx, token, now)
  if (link.kind !== kind) throw noSuchLink()
  await tx.run('DELETE FROM member_links WHERE id = ?', link.id)
  return link
}

/** The invites of a workspace that are still open, the newest first. */
export async function listInvites(reader: Reader, workspaceId: string, now: number): Promise<Link[]> {
  const rows = await reader.all<LinkRow>(
    `SELECT ${COLUMNS} FROM member_links WHERE workspace_id = ? AND kind = 'invite' AND expires_at > ? ORDER BY id DESC`,
    workspaceId,
    now,
  )
  return rows.map(fromRow)
}

/** Ends the links that set a new password of a member. */
export async function endResets(tx: Tx, memberId: string): Promise<void> {
  await tx.run(`DELETE FROM member_links WHERE member_id = ? AND kind = 'reset'`, memberId)
}

/** Ends a member's links in a workspace in which they may no longer create links. */
export async function endLinksBy(tx: Tx, workspaceId: string, createdBy: string): Promise<void> {
  await tx.run('DELETE FROM member_links WHERE workspace_id = ? AND created_by = ?', workspaceId, createdBy)
}

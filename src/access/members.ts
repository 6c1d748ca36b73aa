import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Role } from './actor.ts'

/** A person of the installation. `email` is the name to sign in with, in lowercase. */
export interface Member {
  id: string
  name: string
  email: string
  isOperator: boolean
}

/** A member as the workspace sees them. Times are epoch milliseconds. */
export interface MemberOfWorkspace extends Member {
  role: Role
  hasSecondFactor: boolean
  /** The number of browsers that are signed in. */
  sessions: number
  lastUsedAt: number | null
}

interface MemberRow extends Omit<Member, 'isOperator'> {
  operator: number
}

const MOST_CHARACTERS = { name: 255, email: 320 }

/** The normalized form of an e-mail address, for signing in. */
export function signInName(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** @returns both as they are stored @throws DomainError BAD_REQUEST for an invalid name or address */
export function checkPerson({ name, email }: { name: string; email: string }): { name: string; email: string } {
  return { name: checkName(name), email: checkEmail(email) }
}

/** @throws DomainError BAD_REQUEST */
export function checkEmail(text: string): string {
  const email = signInName(text)
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > MOST_CHARACTERS.email || /\p{C}/u.test(email))
    throw new DomainError(
      'BAD_REQUEST',
      'not_an_email',
      'This is not an e-mail address: give one such as ada@shop.example.',
    )
  return email
}

function checkName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > MOST_CHARACTERS.name || name.includes('\0'))
    throw new DomainError(
      'BAD_REQUEST',
      'member_name',
      `The name of a member must have 1 to ${MOST_CHARACTERS.name} characters.`,
    )
  return name
}

/**
 * Adds a person. They become a member of a workspace in the same transaction.
 *
 * @param password in PHC form; null if they can't sign in with a password
 * @throws DomainError BAD_REQUEST; CONFLICT if the e-mail address is in use
 */
export async function insertMember(
  tx: Tx,
  person: { name: string; email: string; password: string | null; isOperator: boolean },
  now: number,
): Promise<Member> {
  const { name, email } = checkPerson(person)
  if (await findMember(tx, email))
    throw new DomainError('CONFLICT', 'member_exists', `There is a member ${email} already.`)
  const id = newOrderedId('mem', now)
  await tx.run(
    'INSERT INTO members (id, name, email, password, operator, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    name,
    email,
    person.password,
    person.isOperator ? 1 : 0,
    now,
  )
  return { id, name, email, isOperator: person.isOperator }
}

/** The member with this e-mail, however it is written. */
export async function findMember(reader: Reader, email: string): Promise<Member | undefined> {
  const row = await reader.get<MemberRow>(
    'SELECT id, name, email, operator FROM members WHERE email = ?',
    signInName(email),
  )
  return row && fromRow(row)
}

/** @throws DomainError NOT_FOUND, also for a member of other workspaces only */
export async function memberOf(
  reader: Reader,
  workspaceId: string,
  memberId: string,
): Promise<Member & { role: Role }> {
  const row = await reader.get<MemberRow & { role: Role }>(
    `SELECT members.id, name, email, operator, role FROM memberships JOIN members ON members.id = member_id
     WHERE workspace_id = ? AND member_id = ?`,
    workspaceId,
    memberId,
  )
  if (!row) throw noSuchMember()
  return { ...fromRow(row), role: row.role }
}

export function noSuchMember(): DomainError {
  return new DomainError('NOT_FOUND', 'no_such_member', 'The workspace has no such member.')
}

/** Everybody in a workspace, by name. */
export async function listMembers(reader: Reader, workspaceId: string): Promise<MemberOfWorkspace[]> {
  const rows = await reader.all<
    MemberRow & { role: Role; hasSecondFactor: number; sessions: number; lastUsedAt: number | null }
  >(
    `SELECT members.id, name, email, operator, role,
       EXISTS (SELECT 1 FROM member_second_factors AS factor
         WHERE factor.member_id = members.id AND confirmed_at IS NOT NULL) AS "hasSecondFactor",
       (SELECT count(*) FROM member_sessions AS session WHERE session.member_id = members.id) AS sessions,
       (SELECT max(last_used_at) FROM member_sessions AS session WHERE session.member_id = members.id) AS "lastUsedAt"
     FROM memberships JOIN members ON members.id = member_id WHERE workspace_id = ? ORDER BY name, members.id`,
    workspaceId,
  )
  return rows.map((row) => ({
    ...fromRow(row),
    role: row.role,
    hasSecondFactor: Boolean(row.hasSecondFactor),
    sessions: row.sessions,
    lastUsedAt: row.lastUsedAt,
  }))
}

/** How many people are in a workspace. */
export async function countMembers(reader: Reader, workspaceId: string): Promise<number> {
  const row = await reader.get<{ count: number }>(
    'SELECT count(*) AS count FROM memberships WHERE workspace_id = ?',
    workspaceId,
  )
  return row?.count ?? 0
}

/** Whether any workspace of the installation has an owner; without one nobody can sign in. */
export async function hasOwner(reader: Reader): Promise<boolean> {
  return (await reader.get(`SELECT 1 FROM memberships WHERE role = 'owner' LIMIT 1`)) !== undefined
}

function fromRow({ id, name, email, operator }: MemberRow): Member {
  return { id, name, email, isOperator: operator === 1 }
}

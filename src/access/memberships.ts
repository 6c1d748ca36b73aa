import { DomainError } from '../lib/errors.ts'
import type { Reader, Tx } from '../store/store.ts'
import { type Actor, type Role, requireMayManage, requireOperator, requireOwner } from './actor.ts'
import { audit, auditMember } from './audit.ts'
import { endLinksBy, endResets } from './member-links.ts'
import { endSessions } from './member-sessions.ts'
import { memberOf } from './members.ts'

/** A workspace in which a member has a role. */
export interface Membership {
  workspaceId: string
  name: string
  role: Role
}

/** The workspaces of a member, by name. */
export function listMemberships(reader: Reader, memberId: string): Promise<Membership[]> {
  return reader.all<Membership>(
    `SELECT workspace_id AS "workspaceId", name, role FROM memberships JOIN workspaces ON workspaces.id = workspace_id
     WHERE member_id = ? ORDER BY name`,
    memberId,
  )
}

/**
 * Makes a member of the installation one of a workspace. The callers check who may do this: an invite, a link, the command line. Links for
 * a new password end: the member who made one may have no rights in this workspace.
 */
export async function insertMembership(
  tx: Tx,
  { workspaceId, memberId, role }: { workspaceId: string; memberId: string; role: Role },
  now: number,
): Promise<void> {
  await tx.run(
    'INSERT INTO memberships (workspace_id, member_id, role, created_at) VALUES (?, ?, ?, ?)',
    workspaceId,
    memberId,
    role,
    now,
  )
  await endResets(tx, memberId)
}

/** Makes a member an owner of a workspace too, unless they are a member of it already. */
export async function joinAsOwner(
  tx: Tx,
  actor: Actor,
  { workspaceId, memberId, email }: { workspaceId: string; memberId: string; email: string },
  now: number,
): Promise<void> {
  const memberships = await listMemberships(tx, memberId)
  if (memberships.some((membership) => membership.workspaceId === workspaceId)) return
  const role = 'owner'
  await insertMembership(tx, { workspaceId, memberId, role }, now)
  await audit(tx, { workspaceId, actor, action: 'member.joined', target: memberId, details: { email, role }, at: now })
}

/**
 * Gives a member another role, and ends their sessions.
 *
 * @throws DomainError FORBIDDEN, also for an operator unless the actor is one; NOT_FOUND; CONFLICT for the last owner
 */
export async function changeRole(
  tx: Tx,
  actor: Actor,
  { workspaceId, memberId, role }: { workspaceId: string; memberId: string; role: Role },
  now: number,
): Promise<void> {
  requireOwner(actor)
  const member = await memberOf(tx, workspaceId, memberId)
  requireMayManage(actor, member)
  if (member.role === role) return
  if (member.role === 'owner') await requireOtherOwner(tx, workspaceId, memberId)
  await tx.run('UPDATE memberships SET role = ? WHERE workspace_id = ? AND member_id = ?', role, workspaceId, memberId)
  await endLinksBy(tx, workspaceId, member.email)
  await endSessions(tx, memberId)
  const details = { email: member.email, from: member.role, to: role }
  await audit(tx, { workspaceId, actor, action: 'member.role_changed', target: memberId, details, at: now })
}

/**
 * Removes a member from a workspace and ends all sessions of the member. A member without another workspace is deleted; the audit
 * log keeps the e-mail address.
 *
 * @throws DomainError FORBIDDEN, also for an operator unless the actor is one; NOT_FOUND; CONFLICT for the last owner or operator
 */
export async function removeMember(
  tx: Tx,
  actor: Actor,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
  now: number,
): Promise<void> {
  requireOwner(actor)
  const member = await memberOf(tx, workspaceId, memberId)
  requireMayManage(actor, member)
  const { email, role, isOperator } = member
  if (role === 'owner') await requireOtherOwner(tx, workspaceId, memberId)
  await tx.run('DELETE FROM memberships WHERE workspace_id = ? AND member_id = ?', workspaceId, memberId)
  await endLinksBy(tx, workspaceId, email)
  await endSessions(tx, memberId)
  const details = { email, role }
  await audit(tx, { workspaceId, actor, action: 'member.removed', target: memberId, details, at: now })
  if ((await listMemberships(tx, memberId)).length > 0) return
  if (isOperator) await requireOtherOperator(tx, memberId)
  await forget(tx, memberId)
}

/**
 * Whether a workspace may be deleted for its members: an owner cannot delete operators with it, and nobody the last operator while other
 * workspaces have an owner.
 *
 * @throws DomainError FORBIDDEN; CONFLICT
 */
export async function requireOperatorsKept(tx: Tx, actor: Actor, workspaceId: string): Promise<void> {
  const isOperator = await tx.get(
    'SELECT 1 FROM memberships JOIN members ON members.id = member_id WHERE workspace_id = ? AND operator = 1 LIMIT 1',
    workspaceId,
  )
  if (!isOperator) return
  requireMayManage(actor, { isOperator: true })
  const elsewhere = await tx.get<{ operator: number }>(
    `SELECT max(operator) AS operator FROM memberships JOIN members ON members.id = member_id WHERE workspace_id <> ?`,
    workspaceId,
  )
  if (elsewhere?.operator === 0) throw lastOperator()
}

/** Removes all members from a workspace that is being deleted. Members without another workspace are deleted. */
export async function removeEverybody(tx: Tx, workspaceId: string): Promise<void> {
  const members = await tx.all<{ id: string }>(
    'SELECT member_id AS id FROM memberships WHERE workspace_id = ?',
    workspaceId,
  )
  await tx.run('DELETE FROM member_links WHERE workspace_id = ?', workspaceId)
  await tx.run('DELETE FROM memberships WHERE workspace_id = ?', workspaceId)
  for (const { id } of members) {
    await endSessions(tx, id)
    if ((await listMemberships(tx, id)).length === 0) await forget(tx, id)
  }
}

/**
 * Sets whether a member is an operator of the installation. Links for a new password of a new operator end, since an owner may have made
 * them.
 *
 * @throws DomainError FORBIDDEN; NOT_FOUND; CONFLICT for the last operator
 */
export async function changeOperator(
  tx: Tx,
  actor: Actor,
  { workspaceId, memberId, isOperator }: { workspaceId: string; memberId: string; isOperator: boolean },
  now: number,
): Promise<void> {
  requireOperator(actor)
  const member = await memberOf(tx, workspaceId, memberId)
  if (member.isOperator === isOperator) return
  if (isOperator) await endResets(tx, memberId)
  else await requireOtherOperator(tx, memberId)
  await tx.run('UPDATE members SET operator = ? WHERE id = ?', isOperator ? 1 : 0, memberId)
  await endSessions(tx, memberId)
  const details = { email: member.email, isOperator }
  await auditMember(tx, { actor, action: 'member.operator_changed', target: memberId, details, at: now })
}

/**
 * Ends every session of a member.
 *
 * @returns the number of ended sessions
 * @throws DomainError FORBIDDEN, also for an operator unless the actor is one; NOT_FOUND
 */
export async function signMemberOut(
  tx: Tx,
  actor: Actor,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
  now: number,
): Promise<number> {
  const { email, isOperator } = await memberOf(tx, workspaceId, memberId)
  if (email !== actor.name) {
    requireOwner(actor)
    requireMayManage(actor, { isOperator })
  }
  const sessions = await endSessions(tx, memberId)
  const details = { email, sessions }
  await audit(tx, { workspaceId, actor, action: 'member.signed_out_everywhere', target: memberId, details, at: now })
  return sessions
}

/** Without an owner nobody could manage the workspace. */
async function requireOtherOwner(tx: Tx, workspaceId: string, memberId: string): Promise<void> {
  const other = await tx.get(
    `SELECT 1 FROM memberships WHERE workspace_id = ? AND role = 'owner' AND member_id <> ? LIMIT 1`,
    workspaceId,
    memberId,
  )
  if (!other)
    throw new DomainError(
      'CONFLICT',
      'last_owner',
      'This is the last owner of the workspace, which must keep one: make another member an owner first.',
    )
}

/** Without an operator nobody could manage the installation in the console. */
async function requireOtherOperator(tx: Tx, memberId: string): Promise<void> {
  const other = await tx.get('SELECT 1 FROM members WHERE operator = 1 AND id <> ? LIMIT 1', memberId)
  if (!other) throw lastOperator()
}

function lastOperator(): DomainError {
  return new DomainError(
    'CONFLICT',
    'last_operator',
    'This is the last operator of the installation, which must keep one: make another member an operator first.',
  )
}

/** The tables with data of one member; the member's own table comes last, since the others refer to it. */
const OWN_TABLES = [
  'member_sessions',
  'member_networks',
  'member_links',
  'member_second_factors',
  'member_recovery_codes',
]

async function forget(tx: Tx, memberId: string): Promise<void> {
  for (const table of OWN_TABLES) await tx.run(`DELETE FROM ${table} WHERE member_id = ?`, memberId)
  await tx.run('DELETE FROM members WHERE id = ?', memberId)
}

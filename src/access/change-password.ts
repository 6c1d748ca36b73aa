import { DomainError } from '../lib/errors.ts'
import type { Tx } from '../store/store.ts'
import { type Actor, type Role, requireOwner } from './actor.ts'
import { audit, auditMember } from './audit.ts'
import { createLink, endResets, type NewLink, useLink } from './member-links.ts'
import { endSessions } from './member-sessions.ts'
import { memberOf } from './members.ts'
import { removeSecondFactor } from './second-factor.ts'

/** Stores a new password and ends every session of the member. @param password in PHC form */
export async function changePassword(
  tx: Tx,
  actor: Actor,
  { memberId, password }: { memberId: string; password: string },
  now: number,
): Promise<void> {
  await storePassword(tx, memberId, password)
  await auditMember(tx, { actor, action: 'member.password_changed', target: memberId, at: now })
}

async function storePassword(tx: Tx, memberId: string, password: string): Promise<void> {
  await tx.run('UPDATE members SET password = ? WHERE id = ?', password, memberId)
  await endResets(tx, memberId)
  await endSessions(tx, memberId)
}

/**
 * Creates a link to set a new password. An earlier one ends.
 *
 * @param secondFactor whether the link also turns the second factor off, for a member who lost their phone
 * @throws DomainError FORBIDDEN, also for a member with more rights in another workspace than the owner has there; NOT_FOUND
 */
export async function createResetLink(
  tx: Tx,
  actor: Actor,
  { workspaceId, memberId, secondFactor }: { workspaceId: string; memberId: string; secondFactor: boolean },
  now: number,
): Promise<NewLink> {
  requireOwner(actor)
  const member = await memberOf(tx, workspaceId, memberId)
  if (!actor.isOperator) await requireNoMoreRights(tx, workspaceId, member)
  await endResets(tx, memberId)
  const link = await createLink(tx, { kind: 'reset', workspaceId, memberId, secondFactor, createdBy: actor.name }, now)
  const details = { email: member.email, secondFactor }
  await audit(tx, { workspaceId, actor, action: 'member.reset_link_created', target: memberId, details, at: now })
  return link
}

/** A reset link gives its holder all rights of the member, in every workspace. */
async function requireNoMoreRights(
  tx: Tx,
  workspaceId: string,
  { id, isOperator }: { id: string; isOperator: boolean },
): Promise<void> {
  const elsewhere = await tx.get(
    'SELECT 1 FROM memberships WHERE member_id = ? AND workspace_id <> ? LIMIT 1',
    id,
    workspaceId,
  )
  if (isOperator || elsewhere)
    throw new DomainError(
      'FORBIDDEN',
      'member_of_others',
      'This member is an operator or belongs to another workspace too: only operators can make a link for them.',
    )
}

/**
 * Sets a member's new password with a link, and ends all their sessions.
 *
 * @param password in PHC form
 * @throws DomainError NOT_FOUND for the link
 */
export async function redeemResetLink(
  tx: Tx,
  { token, password, origin }: { token: string; password: string; origin: string },
  now: number,
): Promise<void> {
  const { memberId, workspaceId, secondFactor } = await useLink(tx, 'reset', token, now)
  if (memberId === null) throw new Error('a reset link has no member')
  const member = await tx.get<{ email: string; role: Role | null }>(
    `SELECT email, role FROM members LEFT JOIN memberships ON member_id = id AND workspace_id = ? WHERE id = ?`,
    workspaceId,
    memberId,
  )
  const actor: Actor = { name: member?.email ?? memberId, origin, role: member?.role ?? null }
  await storePassword(tx, memberId, password)
  await auditMember(tx, { actor, action: 'member.password_reset', target: memberId, at: now })
  if (secondFactor) await removeSecondFactor(tx, actor, memberId, now)
}

import { DomainError } from '../lib/errors.ts'
import type { Reader, Tx } from '../store/store.ts'
import { type Actor, type Role, requireManager, requireOwner } from './actor.ts'
import { audit } from './audit.ts'
import { createLink, findLink, type Link, listInvites, type NewLink, useLink } from './member-links.ts'
import { checkEmail, findMember, insertMember } from './members.ts'
import { insertMembership } from './memberships.ts'

/** The most open invites. More are a mistake, or an attempt to fill the database. */
const MOST_OPEN = 200

/**
 * Creates an invite link. An earlier one for the same e-mail address ends.
 *
 * @throws DomainError FORBIDDEN: admins may only invite agents; BAD_REQUEST; CONFLICT for a member of the workspace, or too many open
 *   invites
 */
export async function inviteMember(
  tx: Tx,
  actor: Actor,
  { workspaceId, email: text, role }: { workspaceId: string; email: string; role: Role },
  now: number,
): Promise<NewLink> {
  requireInviter(actor, role)
  const email = checkEmail(text)
  await refuseMember(tx, workspaceId, email)
  await tx.run(`DELETE FROM member_links WHERE workspace_id = ? AND kind = 'invite' AND email = ?`, workspaceId, email)
  if ((await listInvites(tx, workspaceId, now)).length >= MOST_OPEN)
    throw new DomainError(
      'CONFLICT',
      'too_many_invites',
      `The workspace has ${MOST_OPEN} open invites, which is the most: revoke some of them.`,
    )
  const link = await createLink(tx, { kind: 'invite', workspaceId, email, role, createdBy: actor.name }, now)
  await audit(tx, { workspaceId, actor, action: 'member.invited', target: link.id, details: { email, role }, at: now })
  return link
}

function requireInviter(actor: Actor, role: Role): void {
  if (role === 'agent') requireManager(actor)
  else requireOwner(actor)
}

async function refuseMember(tx: Tx, workspaceId: string, email: string): Promise<void> {
  const member = await tx.get(
    'SELECT 1 FROM memberships JOIN members ON members.id = member_id WHERE workspace_id = ? AND email = ?',
    workspaceId,
    email,
  )
  if (member) throw new DomainError('CONFLICT', 'already_member', `${email} is a member of this workspace already.`)
}

/** Ends an invite that was not used. @throws DomainError FORBIDDEN; NOT_FOUND */
export async function revokeInvite(
  tx: Tx,
  actor: Actor,
  { workspaceId, id }: { workspaceId: string; id: string },
  now: number,
): Promise<void> {
  requireManager(actor)
  const invite = (await listInvites(tx, workspaceId, now)).find((open) => open.id === id)
  if (!invite) throw new DomainError('NOT_FOUND', 'no_such_invite', 'The workspace has no such invite that is open.')
  requireInviter(actor, invite.role ?? 'owner')
  await tx.run('DELETE FROM member_links WHERE id = ?', id)
  const details = { email: invite.email, role: invite.role }
  await audit(tx, { workspaceId, actor, action: 'member.invite_revoked', target: id, details, at: now })
}

/**
 * Adds a new member who joins with an invite link.
 *
 * @param password in PHC form
 * @returns the id of the member
 * @throws DomainError NOT_FOUND for the link; BAD_REQUEST for the name; CONFLICT if this e-mail address has an account
 */
export async function acceptInvite(
  tx: Tx,
  { token, name, password, origin }: { token: string; name: string; password: string; origin: string },
  now: number,
): Promise<{ memberId: string; workspaceId: string }> {
  const invite = openInvite(await useLink(tx, 'invite', token, now))
  const member = await insertMember(tx, { name, email: invite.email, password, isOperator: false }, now)
  return join(tx, invite, { memberId: member.id, origin }, now)
}

/**
 * Adds a signed-in member of another workspace who joins with an invite link.
 *
 * @throws DomainError NOT_FOUND for the link; FORBIDDEN if it is for another person; CONFLICT if they are already in the workspace
 */
export async function joinByInvite(
  tx: Tx,
  { token, memberId, email, origin }: { token: string; memberId: string; email: string; origin: string },
  now: number,
): Promise<{ memberId: string; workspaceId: string }> {
  if ((await findLink(tx, token, now)).email !== email)
    throw new DomainError(
      'FORBIDDEN',
      'other_member',
      'This invite is for another e-mail address: sign in with that one.',
    )
  const invite = openInvite(await useLink(tx, 'invite', token, now))
  await refuseMember(tx, invite.workspaceId, email)
  return join(tx, invite, { memberId, origin }, now)
}

type Invite = Link & { workspaceId: string; email: string; role: Role }

function openInvite(link: Link): Invite {
  const { workspaceId, email, role } = link
  if (workspaceId === null || email === null || role === null) throw new Error('an invite lacks a part')
  return { ...link, workspaceId, email, role }
}

async function join(
  tx: Tx,
  { workspaceId, email, role, createdBy }: Invite,
  { memberId, origin }: { memberId: string; origin: string },
  now: number,
): Promise<{ memberId: string; workspaceId: string }> {
  await insertMembership(tx, { workspaceId, memberId, role }, now)
  const actor = { name: email, origin, role }
  const details = { email, role, invitedBy: createdBy }
  await audit(tx, { workspaceId, actor, action: 'member.joined', target: memberId, details, at: now })
  return { memberId, workspaceId }
}

/** Whether the e-mail address of a link has an account: its owner signs in first, and then joins. */
export async function isForMember(reader: Reader, { email }: Link): Promise<boolean> {
  return email !== null && (await findMember(reader, email)) !== undefined
}

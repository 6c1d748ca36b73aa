import { DomainError } from '../lib/errors.ts'
import type { Tx } from '../store/store.ts'
import { type Actor, type Role, requireOperator, requireOwner } from './actor.ts'
import { audit } from './audit.ts'
import { createLink, type NewLink, useLink } from './member-links.ts'
import { hasOwner, insertMember } from './members.ts'
import { insertMembership } from './memberships.ts'
import { changeWorkspace } from './workspaces.ts'

/**
 * Makes the link with which the first owner signs up, into the given workspace. An earlier one ends.
 *
 * @throws DomainError FORBIDDEN; CONFLICT where the installation has an owner
 */
export async function createSetupLink(tx: Tx, actor: Actor, workspaceId: string, now: number): Promise<NewLink> {
  requireOperator(actor)
  await refuseSecondSetup(tx)
  await tx.run(`DELETE FROM member_links WHERE kind = 'setup'`)
  const link = await createLink(tx, { kind: 'setup', workspaceId, role: 'owner', createdBy: actor.name }, now)
  await audit(tx, { workspaceId, actor, action: 'setup_link.created', target: link.id, at: now })
  return link
}

/**
 * The first owner signs up with their link: they are operator of the installation, and owner of every workspace that has none.
 *
 * @param password in PHC form
 * @param shop the new name of the workspace; undefined leaves it
 * @throws DomainError NOT_FOUND for the link; BAD_REQUEST for name, e-mail or shop; CONFLICT where there is an owner already, or another
 *   workspace has the name
 */
export async function setUpFirstOwner(
  tx: Tx,
  { token, name, email, password, shop, origin }: FirstOwner,
  now: number,
): Promise<{ memberId: string; workspaceId: string }> {
  const { workspaceId } = await useLink(tx, 'setup', token, now)
  if (workspaceId === null) throw new Error('a link for the first owner has no workspace')
  await refuseSecondSetup(tx)
  const member = await insertMember(tx, { name, email, password, isOperator: true }, now)
  const actor: Actor = { name: member.email, origin, role: 'owner', isOperator: true }
  for (const { id } of await tx.all<{ id: string }>('SELECT id FROM workspaces ORDER BY id'))
    await enter(tx, actor, { workspaceId: id, memberId: member.id, role: 'owner' }, now)
  if (shop !== undefined) await changeWorkspace(tx, actor, workspaceId, { name: shop }, now)
  return { memberId: member.id, workspaceId }
}

interface FirstOwner {
  token: string
  name: string
  email: string
  password: string
  shop: string | undefined
  origin: string
}

async function refuseSecondSetup(tx: Tx): Promise<void> {
  if (await hasOwner(tx)) throw new DomainError('CONFLICT', 'has_owner', 'There is an owner already.')
}

/**
 * Adds a member with a password at once, for operators who set up a server by a script. The first one who owns a workspace is operator.
 *
 * @param password in PHC form; null: they can't sign in with one
 * @throws DomainError FORBIDDEN; BAD_REQUEST; CONFLICT where somebody has the e-mail
 */
export async function createMember(
  tx: Tx,
  actor: Actor,
  person: { workspaceId: string; name: string; email: string; password: string | null; role: Role },
  now: number,
): Promise<{ id: string; email: string; isOperator: boolean }> {
  requireOwner(actor)
  requireOperator(actor)
  const isOperator = person.role === 'owner' && !(await hasOwner(tx))
  const member = await insertMember(tx, { ...person, isOperator }, now)
  await enter(tx, actor, { ...person, memberId: member.id }, now)
  return member
}

async function enter(
  tx: Tx,
  actor: Actor,
  { workspaceId, memberId, role }: { workspaceId: string; memberId: string; role: Role },
  now: number,
): Promise<void> {
  await insertMembership(tx, { workspaceId, memberId, role }, now)
  await audit(tx, { workspaceId, actor, action: 'member.created', target: memberId, details: { role }, at: now })
}

import { DomainError } from '../lib/errors.ts'

export const roles = ['owner', 'admin', 'agent'] as const
export type Role = (typeof roles)[number]

/** The person or key that acts. The audit log stores `name` and `origin` (an address, or `cli`). An API key has no role. */
export interface Actor {
  name: string
  origin: string
  /** In the workspace that the command is about. */
  role: Role | null
  /** Whether they run the installation: workspaces, backups and who else is an operator are theirs. */
  isOperator?: boolean
}

/**
 * The workspace itself and its members are for its owners alone.
 *
 * @throws DomainError FORBIDDEN
 */
export function requireOwner(actor: Actor): void {
  if (actor.role !== 'owner')
    throw new DomainError('FORBIDDEN', 'not_an_owner', 'Only owners of the workspace can do this. Ask an owner.')
}

/**
 * Only owners and admins can change keys and settings.
 *
 * @throws DomainError FORBIDDEN
 */
export function requireManager(actor: Actor): void {
  if (actor.role !== 'owner' && actor.role !== 'admin')
    throw forbidden('not_a_manager', 'Only owners and admins of the workspace can do this. Ask an owner or admin.')
}

/**
 * Members of any role can decide on refunds; API keys cannot.
 *
 * @throws DomainError FORBIDDEN
 */
export function requireAgent(actor: Actor): void {
  if (actor.role === null)
    throw forbidden('not_an_agent', 'Only agents, admins and owners of the workspace can do this. Ask a member.')
}

/**
 * What belongs to no workspace is for operators alone.
 *
 * @throws DomainError FORBIDDEN
 */
export function requireOperator(actor: Actor): void {
  if (!actor.isOperator)
    throw forbidden('not_an_operator', 'Only operators of this installation can do this. Ask an operator.')
}

/**
 * Operators are managed by operators alone: otherwise an owner of one workspace could take the installation from those who run it.
 *
 * @throws DomainError FORBIDDEN if the member is an operator and the actor is not
 */
export function requireMayManage(actor: Actor, { isOperator }: { isOperator: boolean }): void {
  if (isOperator && !actor.isOperator)
    throw forbidden(
      'member_is_operator',
      'This member is an operator of the installation: only operators can do this. Ask an operator.',
    )
}

function forbidden(reason: string, message: string): DomainError {
  return new DomainError('FORBIDDEN', reason, message)
}

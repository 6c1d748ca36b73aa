import { DomainError } from '../lib/errors.ts'

export const roles = ['owner', 'admin', 'agent'] as const
export type Role = (typeof roles)[number]

/** Who acts: `name` and `origin` (an address, or `cli`) go into the audit log. An API key acts for the shop and has no role. */
export interface Actor {
  name: string
  origin: string
  role: Role | null
}

/**
 * Keys and settings are for owners and admins alone.
 *
 * @throws DomainError FORBIDDEN
 */
export function requireManager(actor: Actor): void {
  if (actor.role !== 'owner' && actor.role !== 'admin') {
    throw new DomainError(
      'FORBIDDEN',
      'not_a_manager',
      'Only owners and admins of the workspace may do this: ask one of them.',
    )
  }
}

/**
 * Refunds are decided on by people of the workspace, whatever their role.
 *
 * @throws DomainError FORBIDDEN
 */
export function requireAgent(actor: Actor): void {
  if (actor.role === null) {
    throw new DomainError(
      'FORBIDDEN',
      'not_an_agent',
      'Only agents, admins and owners of the workspace may do this: ask one of them.',
    )
  }
}

import type { SignedIn } from '../access/member-sessions.ts'
import { DomainError } from '../lib/errors.ts'

const VALID_MS = 10 * 60 * 1000

/** The time until which a member who has typed their password may do sensitive actions, since a screen may be left unattended. */
export function confirmedUntil({ confirmedAt }: Pick<SignedIn, 'confirmedAt'>): number {
  return confirmedAt + VALID_MS
}

/** @throws DomainError FORBIDDEN if the password was typed too long ago */
export function requireConfirmed(signedIn: Pick<SignedIn, 'confirmedAt'>, now: number): void {
  if (now < confirmedUntil(signedIn)) return
  throw new DomainError(
    'FORBIDDEN',
    'password_needed',
    'This needs your password, typed in the last ten minutes: type it in and try again.',
  )
}

import type { SignedIn } from '../access/member-sessions.ts'
import { createPasswords } from '../access/passwords.ts'
import { createResetLimit, type ResetLimit } from '../access/reset-limit.ts'
import type { SignInServices } from '../access/sign-in.ts'
import { createSignInLimits } from '../access/sign-in-limits.ts'
import type { Part } from '../http/services.ts'
import { DomainError } from '../lib/errors.ts'

/** Shared by all sign-ins: the queue of passwords to hash, and the counts of failed tries. */
export const signInPart: Part<{ services: SignInServices; resets: ResetLimit; title: string }> = {
  start: ({ store, clock, sealer, settings, passwords = createPasswords() }) => ({
    services: { store, clock, sealer, passwords, limits: createSignInLimits(clock) },
    resets: createResetLimit(clock),
    title: settings.title,
    stop: () => {},
  }),
}

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

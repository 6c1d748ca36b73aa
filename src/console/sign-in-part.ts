import { createPasswords } from '../access/passwords.ts'
import type { SignInServices } from '../access/sign-in.ts'
import { createSignInLimits } from '../access/sign-in-limits.ts'
import type { Part } from '../http/feature.ts'

/** Shared by all sign-ins: the queue of passwords to hash, and the counts of failed tries. */
export const signInPart: Part<{ services: SignInServices; title: string }> = {
  start: ({ store, clock, sealer, settings }) => ({
    services: { store, clock, sealer, passwords: createPasswords(), limits: createSignInLimits(clock) },
    title: settings.title,
    stop: () => {},
  }),
}

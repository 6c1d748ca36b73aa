import { DomainError } from '../lib/errors.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Clock } from '../lib/time.ts'
import type { Reader, Store, Tx } from '../store/store.ts'
import type { Role } from './actor.ts'
import { audit, auditMember } from './audit.ts'
import { type Arrival, createSession } from './member-sessions.ts'
import { signInName } from './members.ts'
import type { Passwords } from './passwords.ts'
import { hasSecondFactor, useCode } from './second-factor.ts'
import { type SignInLimits, signInKeys, type Try } from './sign-in-limits.ts'

/** The parts that signing in needs. */
export interface SignInServices {
  store: Store
  clock: Clock
  sealer: Sealer
  passwords: Passwords
  limits: SignInLimits
}

/** The origin of a try. Tries are counted by `network`. */
export interface From extends Arrival {
  network: string
}

/** The number of networks stored for a member: the latest ones. */
const MOST_NETWORKS = 20

/**
 * Signs a member in. An unknown name and a wrong password give the same error after the same time.
 *
 * @returns the token of the session
 * @throws DomainError UNAUTHORIZED: `sign_in_refused`, or after the right password `code_needed` and `wrong_code`; TOO_MANY_REQUESTS
 */
export async function signIn(
  services: SignInServices,
  { email, password, code, from }: { email: string; password: string; code: string | undefined; from: From },
): Promise<{ token: string }> {
  const { store, clock, sealer } = services
  const { member, tried } = await checkPassword(services, { email, password, from })
  if (!member) throw refused()
  const { id } = member
  if (code === undefined && (await hasSecondFactor(store.read, id))) {
    tried.takeBack()
    throw new DomainError(
      'UNAUTHORIZED',
      'code_needed',
      'This member has a second factor: send the code that the app shows, or a recovery code, beside name and password.',
    )
  }
  const now = clock.now()
  const session = await store
    .write(async (tx) => {
      // Both may have changed since the password was checked.
      if (!(await hasPassword(tx, id, member.password))) throw refused()
      if (await hasSecondFactor(tx, id)) await useCode(tx, sealer, { memberId: id, code: code ?? '' }, now)
      const { token, workspaceId } = await createSession(tx, { memberId: id, visitor: from }, now)
      await keepNetwork(tx, id, from.network, now)
      const actor = { name: member.email, origin: from.address, role: await roleOf(tx, workspaceId, id) }
      const details = { failedBefore: tried.failed }
      await audit(tx, { workspaceId, actor, action: 'member.signed_in', target: id, details, at: now })
      return { token }
    })
    .catch((error: unknown) => {
      if ((error as DomainError).reason === 'wrong_code' && tried.isLast) noteLockOut(services, member, from)
      throw error
    })
  tried.takeBack()
  return session
}

/** The same error for an unknown name and for a wrong password. */
function refused(): DomainError {
  return new DomainError(
    'UNAUTHORIZED',
    'sign_in_refused',
    'No member has this e-mail and password. For a new password ask an owner for a link, or run "storewire members reset-link" on the server.',
  )
}

interface WithPassword {
  id: string
  email: string
  password: string | null
}

/**
 * Checks a password, within the limits of tries.
 *
 * @returns the member if the password is right, and the try, which counts as failed until it is taken back
 * @throws DomainError TOO_MANY_REQUESTS
 */
async function checkPassword(
  { store, clock, passwords, limits }: SignInServices,
  { email, password, from }: { email: string; password: string; from: From },
): Promise<{ member: WithPassword | undefined; tried: Try }> {
  const name = signInName(email)
  const member = await store.read.get<WithPassword>('SELECT id, email, password FROM members WHERE email = ?', name)
  const isKnown = await signedInBefore(store.read, name, from.network)
  const tried = limits.take(signInKeys(name, from.network, isKnown))
  const isRight = await passwords.verify(password, member?.password ?? null).catch((error: unknown) => {
    tried.takeBack()
    throw error
  })
  if (!isRight && member && tried.isLast) noteLockOut({ store, clock }, member, from)
  return { member: isRight ? member : undefined, tried }
}

/** After the response, which must not take longer for a known name. */
function noteLockOut(
  { store, clock }: Pick<SignInServices, 'store' | 'clock'>,
  { id, email }: WithPassword,
  from: From,
) {
  const actor = { name: email, origin: from.address, role: null }
  store
    .write((tx) => auditMember(tx, { actor, action: 'member.sign_in_blocked', target: id, at: clock.now() }))
    // A failing database is reported elsewhere; the response to a guess must not depend on it.
    .catch(() => {})
}

/**
 * Checks the password of a signed-in member.
 *
 * @throws DomainError FORBIDDEN for a wrong one; TOO_MANY_REQUESTS
 */
export async function requirePassword(
  services: SignInServices,
  guess: { email: string; password: string; from: From },
): Promise<void> {
  const { member, tried } = await checkPassword(services, guess)
  if (!member) throw new DomainError('FORBIDDEN', 'wrong_password', 'This is not your password: type it in again.')
  tried.takeBack()
}

async function hasPassword(tx: Reader, id: string, stored: string | null): Promise<boolean> {
  const row = await tx.get<{ password: string | null }>('SELECT password FROM members WHERE id = ?', id)
  return row !== undefined && row.password === stored
}

async function roleOf(tx: Reader, workspaceId: string, memberId: string): Promise<Role | null> {
  const row = await tx.get<{ role: Role }>(
    'SELECT role FROM memberships WHERE workspace_id = ? AND member_id = ?',
    workspaceId,
    memberId,
  )
  return row?.role ?? null
}

/** The same number of lookups for an unknown name. */
async function signedInBefore(reader: Reader, email: string, network: string): Promise<boolean> {
  const known = await reader.get(
    `SELECT 1 FROM member_networks JOIN members ON members.id = member_id WHERE email = ? AND network = ?`,
    email,
    network,
  )
  return known !== undefined
}

/** Stores the network of a sign-in: there others can't lock the member out. */
export async function keepNetwork(tx: Tx, memberId: string, network: string, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO member_networks (member_id, network, signed_in_at) VALUES (?, ?, ?)
     ON CONFLICT (member_id, network) DO UPDATE SET signed_in_at = excluded.signed_in_at`,
    memberId,
    network,
    now,
  )
  await tx.run(
    `DELETE FROM member_networks WHERE member_id = ? AND network IN
       (SELECT network FROM member_networks WHERE member_id = ? ORDER BY signed_in_at DESC, network LIMIT 1000 OFFSET ${MOST_NETWORKS})`,
    memberId,
    memberId,
  )
}

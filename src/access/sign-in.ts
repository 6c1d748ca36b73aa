import { DomainError } from '../lib/errors.ts'
import { PROGRAM } from '../lib/program.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Clock } from '../lib/time.ts'
import type { Reader, Store, Tx } from '../store/store.ts'
import type { Role } from './actor.ts'
import { audit, auditMember } from './audit.ts'
import { type Arrival, createSession } from './member-sessions.ts'
import { signInName } from './members.ts'
import { KNOWN, type Passwords } from './passwords.ts'
import { hasSecondFactor, useCode } from './second-factor.ts'
import { type Guess, isWrongGuess, type SignInLimits, type Standing } from './sign-in-limits.ts'

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
  const { store, passwords } = services
  const name = signInName(email)
  const member = await findWithPassword(store.read, name)
  const by = (await signedInBefore(store.read, name, from.network)) ? 'known' : 'stranger'
  return countedTry(services, { guess: { by, name, network: from.network }, member, from }, async ({ failed }) => {
    const line = by === 'known' ? KNOWN : from.network
    const isRight = await passwords.verify(password, member?.password ?? null, line)
    if (!member || !isRight) throw refused()
    if (code === undefined && (await hasSecondFactor(store.read, member.id)))
      throw new DomainError(
        'UNAUTHORIZED',
        'code_needed',
        'This member has a second factor: send the code that the app shows, or a recovery code, beside name and password.',
      )
    return openSession(services, { member, code, from, failedBefore: failed })
  })
}

/** Checks the code of a member whose password is right, and creates their session. */
function openSession(
  { store, clock, sealer }: SignInServices,
  {
    member,
    code,
    from,
    failedBefore,
  }: { member: WithPassword; code: string | undefined; from: From; failedBefore: number },
): Promise<{ token: string }> {
  const { id, email, password } = member
  const now = clock.now()
  return store.write(async (tx) => {
    // Both may have changed since the password was checked.
    if (!(await hasPassword(tx, id, password))) throw refused()
    if (await hasSecondFactor(tx, id)) await useCode(tx, sealer, { memberId: id, code: code ?? '' }, now)
    const { token, workspaceId } = await createSession(tx, { memberId: id, visitor: from }, now)
    await keepNetwork(tx, id, from.network, now)
    const actor = { name: email, origin: from.address, role: await roleOf(tx, workspaceId, id) }
    await audit(tx, { workspaceId, actor, action: 'member.signed_in', target: id, details: { failedBefore }, at: now })
    return { token }
  })
}

/** The same error for an unknown name and for a wrong password. */
function refused(): DomainError {
  return new DomainError(
    'UNAUTHORIZED',
    'sign_in_refused',
    `No member has this e-mail and password. For a new password ask an owner for a link, or run "${PROGRAM} members reset-link" on the server.`,
  )
}

interface WithPassword {
  id: string
  email: string
  password: string | null
}

function findWithPassword(reader: Reader, name: string): Promise<WithPassword | undefined> {
  return reader.get<WithPassword>('SELECT id, email, password FROM members WHERE email = ?', name)
}

/** Runs the work that checks a guess, and records the one that locks a member out. @throws DomainError TOO_MANY_REQUESTS */
function countedTry<Result>(
  services: SignInServices,
  { guess, member, from }: { guess: Guess; member: WithPassword | undefined; from: From },
  work: (standing: Standing) => Promise<Result>,
): Promise<Result> {
  return services.limits.try(guess, (standing) =>
    work(standing).catch((error: unknown) => {
      if (member && standing.isLast && isWrongGuess(error)) noteLockOut(services, member, from)
      throw error
    }),
  )
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
 * Checks the password that a signed-in member types again.
 *
 * @throws DomainError FORBIDDEN for a wrong one; TOO_MANY_REQUESTS
 */
export async function requirePassword(
  services: SignInServices,
  { email, sessionId, password, from }: { email: string; sessionId: string; password: string; from: From },
): Promise<void> {
  const member = await findWithPassword(services.store.read, email)
  await countedTry(services, { guess: { by: 'session', sessionId }, member, from }, async () => {
    if (await services.passwords.verify(password, member?.password ?? null, KNOWN)) return
    throw new DomainError('FORBIDDEN', 'wrong_password', 'This is not your password: type it in again.')
  })
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

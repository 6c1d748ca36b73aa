import { DomainError } from '../lib/errors.ts'
import { newOrderedId, random160 } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Role } from './actor.ts'
import { hashKey } from './key-format.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The longest time of a session without use, and its greatest total time. */
export const IDLE_MS = 30 * DAY_MS
export const LONGEST_MS = 90 * DAY_MS

/** The most browsers at once: with another one the oldest session ends. */
const MOST_SESSIONS = 50

/** The address of a browser, and its User-Agent. */
export interface VisitingBrowser {
  address: string
  browser: string
}

/** A browser that signs in. The session that it had until now ends. */
export interface Arrival extends VisitingBrowser {
  /** The token of that session. */
  earlier?: string | undefined
}

/** The signed-in member and their current workspace. Times are epoch milliseconds. */
export interface SignedIn {
  sessionId: string
  memberId: string
  name: string
  email: string
  isOperator: boolean
  workspaceId: string
  role: Role
  /** When they last typed their password. */
  confirmedAt: number
  lastUsedAt: number
}

/**
 * Signs a browser in, in the given workspace or the one that the member joined first.
 *
 * @param confirmedAt the time at which the member typed their password; default: now
 * @returns the token, which is known only now
 * @throws DomainError NOT_FOUND if the member is not in that workspace
 */
export async function createSession(
  tx: Tx,
  {
    memberId,
    visitor,
    workspaceId,
    confirmedAt,
  }: { memberId: string; visitor: Arrival; workspaceId?: string; confirmedAt?: number },
  now: number,
): Promise<{ token: string; workspaceId: string }> {
  const membership = await tx.get<{ id: string }>(
    `SELECT workspace_id AS id FROM memberships WHERE member_id = ? AND workspace_id = coalesce(?, workspace_id)
     ORDER BY created_at, workspace_id LIMIT 1`,
    memberId,
    workspaceId ?? null,
  )
  if (!membership) throw noSuchWorkspace()
  if (visitor.earlier !== undefined)
    await tx.run('DELETE FROM member_sessions WHERE hash = ?', hashKey(visitor.earlier))
  const token = random160()
  await tx.run(
    `INSERT INTO member_sessions (id, member_id, workspace_id, hash, address, browser, created_at, last_used_at, confirmed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    newOrderedId('mses', now),
    memberId,
    membership.id,
    hashKey(token),
    visitor.address,
    visitor.browser,
    now,
    now,
    confirmedAt ?? now,
  )
  await tx.run(
    `DELETE FROM member_sessions WHERE id IN
       (SELECT id FROM member_sessions WHERE member_id = ? ORDER BY id DESC LIMIT 1000 OFFSET ${MOST_SESSIONS})`,
    memberId,
  )
  return { token, workspaceId: membership.id }
}

/** The session of a token; undefined if it is unknown, ended or expired, or its member left its workspace. */
export async function findSignedIn(reader: Reader, token: string, now: number): Promise<SignedIn | undefined> {
  const row = await reader.get<Omit<SignedIn, 'isOperator'> & { operator: number }>(
    `SELECT session.id AS "sessionId", session.member_id AS "memberId", name, email, operator,
       session.workspace_id AS "workspaceId", role, confirmed_at AS "confirmedAt", last_used_at AS "lastUsedAt"
     FROM member_sessions AS session JOIN members ON members.id = session.member_id
       JOIN memberships ON memberships.member_id = session.member_id AND memberships.workspace_id = session.workspace_id
     WHERE hash = ? AND last_used_at > ? AND session.created_at > ?`,
    hashKey(token),
    now - IDLE_MS,
    now - LONGEST_MS,
  )
  if (!row) return undefined
  const { operator, ...signedIn } = row
  return { ...signedIn, isOperator: operator === 1 }
}

/** Switches the session to another workspace of the member. @returns their role there @throws DomainError NOT_FOUND */
export async function switchWorkspace(
  tx: Tx,
  { sessionId, memberId }: Pick<SignedIn, 'sessionId' | 'memberId'>,
  workspaceId: string,
): Promise<Role> {
  const membership = await tx.get<{ role: Role }>(
    'SELECT role FROM memberships WHERE workspace_id = ? AND member_id = ?',
    workspaceId,
    memberId,
  )
  if (!membership) throw noSuchWorkspace()
  await tx.run('UPDATE member_sessions SET workspace_id = ? WHERE id = ?', workspaceId, sessionId)
  return membership.role
}

function noSuchWorkspace(): DomainError {
  return new DomainError('NOT_FOUND', 'no_such_workspace', 'You are not a member of such a workspace.')
}

export async function markSessionUsed(tx: Tx, id: string, now: number): Promise<void> {
  await tx.run('UPDATE member_sessions SET last_used_at = ? WHERE id = ?', now, id)
}

export async function markConfirmed(tx: Tx, id: string, now: number): Promise<void> {
  await tx.run('UPDATE member_sessions SET confirmed_at = ? WHERE id = ?', now, id)
}

/** A signed-in browser. Times are epoch milliseconds. */
export interface MemberSession extends VisitingBrowser {
  id: string
  createdAt: number
  lastUsedAt: number
}

/** The active sessions of a member, the newest first. */
export function listSessions(reader: Reader, memberId: string, now: number): Promise<MemberSession[]> {
  return reader.all<MemberSession>(
    `SELECT id, address, browser, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM member_sessions
     WHERE member_id = ? AND last_used_at > ? AND created_at > ? ORDER BY id DESC`,
    memberId,
    now - IDLE_MS,
    now - LONGEST_MS,
  )
}

/** Sessions looked at in one read. */
const PORTION = 100

/** Those of `seen` whose session is over, or who now work in another workspace or role. */
export async function endedSessions<Seen extends Pick<SignedIn, 'sessionId' | 'workspaceId' | 'role'>>(
  reader: Reader,
  seen: Seen[],
  now: number,
): Promise<Set<Seen>> {
  const ended = new Set<Seen>()
  for (let from = 0; from < seen.length; from += PORTION) {
    const portion = seen.slice(from, from + PORTION)
    const rows = await reader.all<Pick<SignedIn, 'sessionId' | 'workspaceId' | 'role'>>(
      `SELECT session.id AS "sessionId", session.workspace_id AS "workspaceId", role
       FROM member_sessions AS session JOIN memberships
         ON memberships.member_id = session.member_id AND memberships.workspace_id = session.workspace_id
       WHERE session.id IN (${Array(PORTION).fill('?').join(', ')}) AND last_used_at > ? AND session.created_at > ?`,
      ...Array.from({ length: PORTION }, (_, index) => portion[index]?.sessionId ?? ''),
      now - IDLE_MS,
      now - LONGEST_MS,
    )
    const still = new Map(rows.map((row) => [row.sessionId, row]))
    for (const one of portion) {
      const found = still.get(one.sessionId)
      if (found?.workspaceId !== one.workspaceId || found.role !== one.role) ended.add(one)
    }
  }
  return ended
}

/** Ends one session of a member: its next request gets 401. @throws DomainError NOT_FOUND */
export async function endSession(tx: Tx, memberId: string, id: string): Promise<void> {
  const { changes } = await tx.run('DELETE FROM member_sessions WHERE member_id = ? AND id = ?', memberId, id)
  if (changes === 0) throw new DomainError('NOT_FOUND', 'no_such_session', 'This session is over already.')
}

/** Ends every session of a member. @returns the number of ended sessions */
export async function endSessions(tx: Tx, memberId: string): Promise<number> {
  return (await tx.run('DELETE FROM member_sessions WHERE member_id = ?', memberId)).changes
}

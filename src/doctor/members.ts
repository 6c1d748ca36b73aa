import { toIso } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'
import { type Finding, ok, warning } from './finding.ts'

const CHECK = 'members'
/** Most e-mail addresses in one finding. */
const MOST_NAMED = 5

/** Checks who can sign in to the console, and who soon might. */
export async function checkMembers(read: Reader, now: number): Promise<Finding[]> {
  const findings = [...(await withoutSecondFactor(read)), ...(await openInvites(read, now))]
  return findings.length > 0 ? findings : [ok(CHECK, 'every owner has a second factor, and no invite is open')]
}

async function withoutSecondFactor(read: Reader): Promise<Finding[]> {
  const owners = await read.all<{ email: string }>(
    `SELECT email FROM members WHERE password IS NOT NULL
       AND EXISTS (SELECT 1 FROM memberships WHERE member_id = members.id AND role = 'owner')
       AND NOT EXISTS (SELECT 1 FROM member_second_factors AS factor WHERE factor.member_id = members.id AND confirmed_at IS NOT NULL)
     ORDER BY email`,
  )
  if (owners.length === 0) return []
  const found = `owners sign in with a password alone: ${named(owners.map(({ email }) => email))}`
  return [warning(CHECK, found, 'Ask each of them to turn on the second factor: My account in the console.')]
}

/** Everybody who has the link of an open invite can join. */
async function openInvites(read: Reader, now: number): Promise<Finding[]> {
  const invites = await read.all<{ email: string; expiresAt: number }>(
    `SELECT email, expires_at AS "expiresAt" FROM member_links WHERE kind = 'invite' AND expires_at > ? ORDER BY expires_at`,
    now,
  )
  const last = invites.at(-1)
  if (!last) return []
  const found = `invites are not used yet: ${named(invites.map(({ email }) => email))}; the last one ends at ${toIso(last.expiresAt)}`
  return [warning(CHECK, found, 'Hand them over, or revoke them: Members in the console.')]
}

function named(emails: string[]): string {
  const more = emails.length - MOST_NAMED
  return emails.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

import { PROGRAM } from '../lib/program.ts'
import { toIso } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'
import { type Finding, ok, warning } from './finding.ts'

const MEMBERS = 'members'
/** Most e-mail addresses or workspaces in one finding. */
const MOST_NAMED = 5

/** Checks who can sign in to the console, and who soon might. */
export async function checkMembers(read: Reader, now: number): Promise<Finding[]> {
  const findings = [
    ...(await withoutOwner(read)),
    ...(await withoutOperator(read)),
    ...(await withoutSecondFactor(read)),
    ...(await openInvites(read, now)),
  ]
  return findings.length > 0
    ? findings
    : [ok(MEMBERS, 'every workspace has an owner, every owner has a second factor, and no invite is open')]
}

async function withoutOwner(read: Reader): Promise<Finding[]> {
  const workspaces = await read.all<{ name: string; owners: number }>(
    `SELECT name, (SELECT count(*) FROM memberships JOIN members ON members.id = member_id
       WHERE workspace_id = workspaces.id AND role = 'owner' AND password IS NOT NULL) AS owners
     FROM workspaces WHERE deleted_at IS NULL ORDER BY name`,
  )
  const ownerless = workspaces.filter(({ owners }) => owners === 0).map(({ name }) => `"${name}"`)
  if (ownerless.length === 0) return []
  if (ownerless.length === workspaces.length)
    return [
      warning(
        MEMBERS,
        'nobody can sign in to the console as an owner',
        `Make a link for the first owner: ${PROGRAM} members invite --owner`,
      ),
    ]
  const todo = `Make a link for the owner: ${PROGRAM} members invite EMAIL --owner --workspace W`
  return [warning(MEMBERS, `workspaces have no owner who can sign in: ${named(ownerless)}`, todo)]
}

/** An installation without members has another finding. */
async function withoutOperator(read: Reader): Promise<Finding[]> {
  const members = await read.get<{ people: number; operators: number }>(
    `SELECT count(*) AS people, coalesce(sum(operator), 0) AS operators FROM members
     WHERE password IS NOT NULL AND EXISTS (SELECT 1 FROM memberships WHERE member_id = members.id)`,
  )
  if (!members || members.people === 0 || members.operators > 0) return []
  return [
    warning(
      MEMBERS,
      'no operator can sign in: the console shows nobody the system, its backups and all workspaces',
      `Make somebody an operator: ${PROGRAM} members role EMAIL --operator on`,
    ),
  ]
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
  return [warning(MEMBERS, found, 'Ask each of them to turn on the second factor: My account in the console.')]
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
  return [warning(MEMBERS, found, 'Hand them over, or revoke them: Members in the console.')]
}

function named(all: string[]): string {
  const more = all.length - MOST_NAMED
  return all.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const ASSISTANT = 'assistant'

/** Names workspaces from before the assistant: it is off in them until somebody has decided. */
export async function checkAssistant(read: Reader): Promise<Finding> {
  const undecided = await read.all<{ name: string }>(
    `SELECT name FROM assistant_settings JOIN workspaces ON workspaces.id = workspace_id
     WHERE enabled = 0 AND settings = '{}' AND deleted_at IS NULL ORDER BY name`,
  )
  if (undecided.length === 0) return ok(ASSISTANT, 'every workspace has decided whether the assistant answers')
  const names = undecided.map(({ name }) => name).join(', ')
  return warning(
    ASSISTANT,
    `the assistant is off in workspaces that are older than it: ${names}`,
    `Try it with "${PROGRAM} assistant ask", then run "${PROGRAM} assistant on", or "${PROGRAM} assistant off" to leave chats to people.`,
  )
}

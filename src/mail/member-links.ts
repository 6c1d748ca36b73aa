import type { Role } from '../access/actor.ts'
import { auditMember } from '../access/audit.ts'
import { addLinkToken, createLink, findLinkById, type NewLink } from '../access/member-links.ts'
import { findMember, memberOf, signInName } from '../access/members.ts'
import { getWorkspace } from '../access/workspaces.ts'
import { consoleUrl } from '../http/console-url.ts'
import type { MailKind, QueuedMail } from '../http/mail-kind.ts'
import { HOUR_MS, MINUTE_MS } from '../lib/time.ts'
import type { Tx } from '../store/store.ts'
import { mailAddress } from './addresses.ts'
import { countMails } from './mails.ts'
import { plainLetter } from './plain-letter.ts'
import { queueMail } from './queue.ts'
import { oneLine } from './text.ts'

/*
 * Links of members by mail: invites, and new passwords.
 */

/** As long as the links, without the last minutes: a link that has ended before it is read helps nobody. */
const INVITE_MS = 71 * HOUR_MS
const RESET_MS = 25 * MINUTE_MS

/** Most mails with a new password that somebody may ask for, an address an hour. */
export const MOST_RESETS = 3

export const INVITE_MAIL = 'member.invite'
export const RESET_MAIL = 'member.reset'
export const FORGOT_MAIL = 'member.forgot'

/** Most mails an hour with links that people of a shop make, of a kind: to one address, and of one workspace. */
const MOST_LINKS = { address: 3, workspace: 200 }

interface MailedLink {
  workspaceId: string
  link: NewLink
  email: string
}

/** Mails an invite, beside the link on the screen. @returns whether a mail is on its way */
export function mailInvite(tx: Tx, invite: MailedLink, now: number): Promise<boolean> {
  return mailLink(tx, INVITE_MAIL, invite, now)
}

/** Nobody uses the server to mail strangers: beyond a bound the link is only on the screen. */
async function mailLink(tx: Tx, kind: string, { workspaceId, link, email }: MailedLink, now: number): Promise<boolean> {
  const counted = { kinds: [kind], since: now - HOUR_MS }
  const to = mailAddress(email)
  if (to === undefined || (await countMails(tx, { to, ...counted })) >= MOST_LINKS.address) return false
  if ((await countMails(tx, { workspaceId, ...counted })) >= MOST_LINKS.workspace) return false
  return (await queueMail(tx, { kind, workspaceId, to, about: link.id }, now)) !== null
}

/**
 * Mails a link for a new password, beside the one on the screen. One that also removes the second factor is not mailed: who reads the
 * member's mail would need nothing else.
 *
 * @returns whether a mail is on its way
 */
export async function mailReset(
  tx: Tx,
  {
    workspaceId,
    link,
    memberId,
    secondFactor,
  }: Omit<MailedLink, 'email'> & { memberId: string; secondFactor: boolean },
  now: number,
): Promise<boolean> {
  if (secondFactor) return false
  const { email } = await memberOf(tx, workspaceId, memberId)
  return mailLink(tx, RESET_MAIL, { workspaceId, link, email }, now)
}

/**
 * Queues a mail with a link for a new password, for the member with this address. Whether a member has it, and gets a mail, is looked at
 * when the mail is sent, so that the request takes as long, and says the same, for every address.
 */
export async function mailForgotten(
  tx: Tx,
  { email, address }: { email: string; address: string },
  now: number,
): Promise<void> {
  const name = signInName(email)
  const to = mailAddress(name)
  if (to === undefined) return
  await queueMail(tx, { kind: FORGOT_MAIL, workspaceId: null, to, about: name, data: { address } }, now)
}

const ROLES: Record<Role, string> = { owner: 'an owner', admin: 'an admin', agent: 'an agent' }

/** Who has made a link. The name of a user of the server's machine, as commands have it, says nothing to the reader. */
function authorOf({ createdBy }: { createdBy: string }): string {
  return createdBy.startsWith('cli:') ? 'Somebody who runs the server' : oneLine(createdBy, 320)
}

const invite: MailKind = {
  name: INVITE_MAIL,
  validMs: INVITE_MS,
  compose: async (tx, { about }, { base, now }) => {
    const link = await findLinkById(tx, about, now)
    if (!link || link.workspaceId === null || link.role === null) return null
    const { name } = await getWorkspace(tx, link.workspaceId)
    const shop = oneLine(name, 100)
    return plainLetter({
      subject: `Invite to ${shop}`,
      before: [`${authorOf(link)} invites you to work in ${shop} as ${ROLES[link.role]}.`],
      action: { label: `Join ${shop}`, url: consoleUrl(base, await addLinkToken(tx, link)) },
      after: [
        'The link works once, for 72 hours after the invite.',
        'You did not expect an invite? Then ignore this mail: nothing happens without you.',
      ],
    })
  },
}

const ENDS = 'The link works once, for 30 minutes. It signs you out in every browser.'

const reset: MailKind = {
  name: RESET_MAIL,
  validMs: RESET_MS,
  compose: async (tx, { about }, { base, now }) => {
    const link = await findLinkById(tx, about, now)
    if (!link) return null
    return plainLetter({
      subject: 'Set a new password',
      before: [`${authorOf(link)} has made a link with which you set a new password.`],
      action: { label: 'Set a new password', url: consoleUrl(base, await addLinkToken(tx, link)) },
      after: [ENDS, 'You did not ask for it? Then ignore this mail: your password stays as it is.'],
    })
  },
}

const forgot: MailKind = {
  name: FORGOT_MAIL,
  validMs: RESET_MS,
  compose: async (tx, mail, { base, now }) => {
    const { id, about, data } = mail
    const member = await findMember(tx, about)
    // Operators run the installation, and get a link by its command line alone.
    if (!member || member.isOperator || (await hasEnough(tx, mail))) return null
    return plainLetter({
      subject: 'Set a new password',
      before: [
        `Somebody has asked for a new password for ${member.email}.`,
        'A second factor stays as it is: you need its code after the new password.',
      ],
      action: {
        label: 'Set a new password',
        url: consoleUrl(base, await forgottenLink(tx, { id, member, data }, now)),
      },
      after: [ENDS, 'It was not you? Then ignore this mail: your password stays as it is.'],
    })
  },
  // An address that nobody here has is not kept, and a request beyond the bound does not count.
  ended: async (tx, { id }, { state }) => {
    if (state === 'skipped') await tx.run('DELETE FROM mails WHERE id = ?', id)
  },
}

/** Whether an address got as many of these mails as it may in the hour before one. */
async function hasEnough(tx: Tx, { id, to, createdAt }: QueuedMail): Promise<boolean> {
  const row = await tx.get<{ count: number }>(
    'SELECT count(*) AS count FROM mails WHERE recipient = ? AND kind = ? AND created_at > ? AND id < ?',
    ...[to, FORGOT_MAIL, createdAt - HOUR_MS, id],
  )
  return (row?.count ?? 0) >= MOST_RESETS
}

interface Forgotten {
  /** Of the mail. */
  id: string
  member: { id: string; email: string }
  data: Record<string, unknown>
}

/** The link of a mail, made at its first try. Links that an owner has made stay valid: a stranger can ask for this one. */
async function forgottenLink(tx: Tx, { id, member, data }: Forgotten, now: number): Promise<string> {
  const made = await tx.get<{ id: string }>(
    'SELECT id FROM member_links WHERE created_by = ? AND member_id = ?',
    id,
    member.id,
  )
  if (made) return addLinkToken(tx, { id: made.id, kind: 'reset' })
  const link = await createLink(tx, { kind: 'reset', memberId: member.id, createdBy: id }, now)
  const actor = { name: 'visitor', origin: String(data.address ?? ''), role: null }
  const details = { email: member.email }
  await auditMember(tx, { actor, action: 'member.reset_asked', target: member.id, details, at: now })
  return link.fragment
}

export const memberMails: MailKind[] = [invite, reset, forgot]

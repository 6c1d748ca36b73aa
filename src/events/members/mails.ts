import { memberOf } from '../../access/members.ts'
import { getWorkspace } from '../../access/workspaces.ts'
import { consoleUrl } from '../../http/console-url.ts'
import type { MailKind, QueuedMail } from '../../http/mail-kind.ts'
import { DAY_MS, HOUR_MS } from '../../lib/time.ts'
import { mailAddress } from '../../mail/addresses.ts'
import { HAPPENING, isFull } from '../../mail/hourly.ts'
import { plainLetter } from '../../mail/plain-letter.ts'
import { addToMail, queueMail } from '../../mail/queue.ts'
import { oneLine } from '../../mail/text.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { type MemberNotice, noticeKind } from './notices.ts'
import { type NotifiedMember, notificationsOf, quietUntil } from './settings.ts'

/** Most notices that a digest names; more are counted. */
const MOST_NAMED = 50

/** A notice that is a day old helps nobody. A digest may wait through the quiet hours. */
const NOTICE_MS = 12 * HOUR_MS
const DIGEST_MS = 2 * DAY_MS

/**
 * Mails a notice to a member: at once, or in a digest at the end of the quiet hours, or in one after an hour with too many.
 *
 * @returns whether a mail was added
 */
export async function notifyMember(
  tx: Tx,
  { workspaceId, member, notice }: { workspaceId: string; member: NotifiedMember; notice: MemberNotice },
  now: number,
): Promise<boolean> {
  const to = mailAddress(member.email)
  if (to === undefined) return false
  const { timeZone } = await getWorkspace(tx, workspaceId)
  const quiet = quietUntil(member, timeZone, now)
  const mail = { workspaceId, to, about: member.id }
  if (quiet === undefined && !(await isFull(tx, to, now)))
    return (await queueMail(tx, { ...mail, kind: HAPPENING.notice, data: { notices: [notice] } }, now)) !== null
  const digest = { ...mail, kind: HAPPENING.digest, dueAt: quiet ?? now + HOUR_MS }
  return (await addToMail(tx, digest, { list: 'notices', item: notice, most: MOST_NAMED }, now)) !== null
}

/** The notices of a mail that are still open, for somebody who still wants them. */
async function openNotices(reader: Reader, { workspaceId, about, data }: QueuedMail): Promise<MemberNotice[]> {
  if (workspaceId === null) return []
  const isMember = await reader.get(
    'SELECT 1 FROM memberships WHERE workspace_id = ? AND member_id = ?',
    workspaceId,
    about,
  )
  if (!isMember) return []
  const { types } = await notificationsOf(reader, { workspaceId, memberId: about })
  const notices = data.notices as MemberNotice[]
  const open: MemberNotice[] = []
  for (const notice of notices) {
    if (!types.includes(notice.kind)) continue
    if (open.some(({ kind, subject }) => kind === notice.kind && subject === notice.subject)) continue
    if (await noticeKind(notice.kind)?.isOpen(reader, notice.subject)) open.push(notice)
  }
  return open
}

/** How many notices a digest has beyond those that it names; nothing without any. */
function moreIn({ data }: QueuedMail): { more?: number } {
  return data.more === undefined ? {} : { more: Number(data.more) }
}

/** Moves notices to the digest at the end of the quiet hours, if these have begun since. @returns whether they have */
async function isPutOff(tx: Tx, mail: QueuedMail, notices: MemberNotice[], now: number): Promise<boolean> {
  const { workspaceId, about, to } = mail
  if (workspaceId === null) return false
  const { timeZone } = await getWorkspace(tx, workspaceId)
  const quiet = quietUntil(await notificationsOf(tx, { workspaceId, memberId: about }), timeZone, now)
  if (quiet === undefined) return false
  const digest = { workspaceId, to, about, kind: HAPPENING.digest, dueAt: quiet, data: moreIn(mail) }
  for (const item of notices) await addToMail(tx, digest, { list: 'notices', item, most: MOST_NAMED }, now)
  return true
}

/** Whose settings decide, at the end of each mail. */
async function footer(reader: Reader, { workspaceId, about }: QueuedMail, base: string): Promise<string[]> {
  const { email } = await memberOf(reader, workspaceId ?? '', about)
  return [
    `You get this mail as ${email}. Choose what you get, and quiet hours: ${consoleUrl(base)}/settings/notifications`,
  ]
}

const notice: MailKind = {
  name: HAPPENING.notice,
  validMs: NOTICE_MS,
  compose: async (tx, mail, { base, now }) => {
    const [open] = await openNotices(tx, mail)
    if (!open || (await isPutOff(tx, mail, [open], now))) return null
    const { name } = await getWorkspace(tx, mail.workspaceId ?? '')
    return plainLetter({
      subject: `${oneLine(name, 60)}: ${noticeKind(open.kind)?.title}`,
      before: [open.sentence],
      action: { label: 'Open in storewire', url: consoleUrl(base) + open.page },
      after: await footer(tx, mail, base),
    })
  },
}

const digest: MailKind = {
  name: HAPPENING.digest,
  validMs: DIGEST_MS,
  compose: async (tx, mail, { base, now }) => {
    const open = await openNotices(tx, mail)
    if (open.length === 0 || (await isPutOff(tx, mail, open, now))) return null
    const { name } = await getWorkspace(tx, mail.workspaceId ?? '')
    const { more = 0 } = moreIn(mail)
    return plainLetter({
      subject: `${oneLine(name, 60)}: ${open.length === 1 ? 'one thing waits' : `${open.length} things wait`}`,
      before: [
        'This has happened since the last mail, and is still open.',
        ...open.map(({ sentence, page }) => `${sentence}\n${consoleUrl(base)}${page}`),
        ...(more > 0 ? [`And ${more} more.`] : []),
      ],
      action: { label: 'Open storewire', url: consoleUrl(base) },
      after: await footer(tx, mail, base),
    })
  },
}

export const memberNoticeMails: MailKind[] = [notice, digest]

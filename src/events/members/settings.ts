import type { Actor } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { memberOf } from '../../access/members.ts'
import { DomainError } from '../../lib/errors.ts'
import { nearest } from '../../lib/nearest.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { noticeKinds } from './notices.ts'

/** Which mails a member gets of a workspace. Quiet hours are minutes of the workspace's day; both null: none. */
export interface MemberNotifications {
  types: string[]
  quietFrom: number | null
  quietTo: number | null
}

interface Row {
  types: string
  quietFrom: number | null
  quietTo: number | null
}

const all = noticeKinds.map(({ name }) => name)

/** Of the sample shop nobody gets mails, unless they ask for them: nothing waits there. */
const usual = (isSample: boolean): MemberNotifications => ({
  types: isSample ? [] : all,
  quietFrom: null,
  quietTo: null,
})

const fromRow = ({ types, ...row }: Row): MemberNotifications => ({ ...row, types: JSON.parse(types) })

/** @throws DomainError NOT_FOUND for somebody who is not a member of the workspace */
export async function notificationsOf(
  reader: Reader,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
): Promise<MemberNotifications> {
  await memberOf(reader, workspaceId, memberId)
  const row = await reader.get<Row>(
    `SELECT types, quiet_from AS "quietFrom", quiet_to AS "quietTo" FROM member_notifications
     WHERE workspace_id = ? AND member_id = ?`,
    workspaceId,
    memberId,
  )
  if (row) return fromRow(row)
  const workspace = await reader.get<{ sample: number }>('SELECT sample FROM workspaces WHERE id = ?', workspaceId)
  return usual(workspace?.sample === 1)
}

/** A member who gets mails of a workspace. */
export interface NotifiedMember extends MemberNotifications {
  id: string
  email: string
}

/** The members of a workspace who get a kind of mail. */
export async function membersWanting(reader: Reader, workspaceId: string, kind: string): Promise<NotifiedMember[]> {
  const rows = await reader.all<Partial<Row> & { id: string; email: string; sample: number }>(
    `SELECT members.id, email, sample, types, quiet_from AS "quietFrom", quiet_to AS "quietTo"
     FROM memberships JOIN members ON members.id = memberships.member_id JOIN workspaces ON workspaces.id = memberships.workspace_id
     LEFT JOIN member_notifications AS own ON own.workspace_id = memberships.workspace_id AND own.member_id = memberships.member_id
     WHERE memberships.workspace_id = ? ORDER BY members.id`,
    workspaceId,
  )
  return rows
    .map(({ id, email, sample, types, quietFrom = null, quietTo = null }) => ({
      ...(types ? fromRow({ types, quietFrom, quietTo }) : usual(sample === 1)),
      ...{ id, email },
    }))
    .filter(({ types }) => types.includes(kind))
}

export type NotificationChange = Partial<MemberNotifications>

/**
 * Changes which mails a member gets; what is left out stays.
 *
 * @throws DomainError NOT_FOUND; BAD_REQUEST for an unknown type, or quiet hours of which one end is missing or both are one
 */
export async function changeNotifications(
  tx: Tx,
  actor: Actor,
  { workspaceId, memberId, change }: { workspaceId: string; memberId: string; change: NotificationChange },
  now: number,
): Promise<MemberNotifications> {
  const before = await notificationsOf(tx, { workspaceId, memberId })
  const after = { ...before, ...change }
  for (const name of after.types) if (!all.includes(name)) throw unknownType(name)
  checkQuiet(after)
  const types = all.filter((name) => after.types.includes(name))
  await tx.run(
    `INSERT INTO member_notifications (workspace_id, member_id, types, quiet_from, quiet_to) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, member_id) DO UPDATE SET types = excluded.types, quiet_from = excluded.quiet_from,
       quiet_to = excluded.quiet_to`,
    ...[workspaceId, memberId, JSON.stringify(types), after.quietFrom, after.quietTo],
  )
  const details = { types, quiet: quietText(after) }
  await audit(tx, { workspaceId, actor, action: 'member.notifications_changed', target: memberId, details, at: now })
  return { ...after, types }
}

function unknownType(name: string): DomainError {
  const meant = nearest(name, all)
  return new DomainError(
    'BAD_REQUEST',
    'notice_type',
    `Unknown type of notification ${name}. Use ${meant ?? `one of ${all.join(', ')}`}.`,
  )
}

function checkQuiet({ quietFrom, quietTo }: MemberNotifications): void {
  if ((quietFrom === null) === (quietTo === null) && (quietFrom === null || quietFrom !== quietTo)) return
  throw new DomainError(
    'BAD_REQUEST',
    'quiet_hours',
    'Quiet hours need a beginning and another time as their end, such as 22:00 and 07:00.',
  )
}

/** A minute of the day as people write it, such as `22:00`. */
export function minuteText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** @returns undefined if the text is no time of a day */
export function parseMinute(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return Number(hours) * 60 + Number(minutes)
}

export function quietText({ quietFrom, quietTo }: MemberNotifications): string | null {
  return quietFrom === null || quietTo === null ? null : `${minuteText(quietFrom)}-${minuteText(quietTo)}`
}

/** How the end of quiet hours may move in a night in which clocks are put forward or back, in minutes. */
const SHIFTS = [-60, -30, 0, 30, 60]

/** When the quiet hours of a moment end, in epoch milliseconds; undefined if it is in none. */
export function quietUntil(
  { quietFrom, quietTo }: MemberNotifications,
  timeZone: string,
  now: number,
): number | undefined {
  if (quietFrom === null || quietTo === null) return undefined
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const minuteAt = (at: number) => parseMinute(format.format(at)) ?? 0
  const isQuiet = (at: number) => {
    const minute = minuteAt(at)
    return quietFrom < quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo
  }
  if (!isQuiet(now)) return undefined
  const minutes = (quietTo - minuteAt(now) + DAY_MS / MINUTE_MS) % (DAY_MS / MINUTE_MS)
  const end = now - (now % MINUTE_MS) + minutes * MINUTE_MS
  // Clocks that are put forward or back meanwhile move it by up to an hour.
  return SHIFTS.map((shift) => end + shift * MINUTE_MS).find((at) => at > now && !isQuiet(at)) ?? end
}

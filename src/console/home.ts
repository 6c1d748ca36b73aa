import type { SignedIn } from '../access/member-sessions.ts'
import { dayOf } from '../http/request-log/daily-counts.ts'
import {
  type DayOfType,
  isSilent,
  latestPushes,
  type PushOfType,
  pushesOfDays,
  refusedPushes,
  usualGap,
} from '../http/request-log/pushes.ts'
import { DAY_MS, toIso, toIsoOrNull } from '../lib/time.ts'
import { runningImports } from '../objects/bulk/running.ts'
import { resources } from '../objects/resources.ts'
import { endpointHealth, failedThisWeek } from '../refunds/overview.ts'
import type { Reader } from '../store/store.ts'
import { checklist } from './checklist.ts'
import { waitingChats } from './live/waiting.ts'
import type { RefundCounts } from './refund-counts.ts'

/** Days of the chart, today included. */
const DAYS = 14
const types = resources.map(({ name }) => name)

interface ShownTo extends Pick<SignedIn, 'workspaceId' | 'role' | 'isOperator'> {
  /** Of the server, in epoch milliseconds; 0 without one, undefined if it makes none. */
  lastBackupAt: number | undefined
}

/** What a member sees first. */
export async function showHome(
  reader: Reader,
  { workspaceId, role, isOperator, lastBackupAt }: ShownTo,
  refundCounts: Pick<RefundCounts, 'waiting'>,
  now: number,
): Promise<object> {
  const [days, pushes, endpoint, refunds, failed, chats, imports, refused] = await Promise.all([
    pushesOfDays(reader, workspaceId, DAYS, now),
    latestPushes(reader, workspaceId),
    endpointHealth(reader, workspaceId),
    refundCounts.waiting(reader, workspaceId),
    failedThisWeek(reader, workspaceId, now),
    waitingChats(reader, workspaceId),
    runningImports(reader, workspaceId),
    refusedPushes(reader, workspaceId, { types, since: now - DAY_MS }),
  ])
  const ofServer = isOperator ? lastBackupAt || null : undefined
  const steps =
    role === 'agent' ? null : await checklist(reader, workspaceId, { pushes, endpoint, lastBackupAt: ofServer })
  return {
    now: toIso(now),
    setup: steps?.map(({ at, ...step }) => ({ ...step, at: toIsoOrNull(at) })) ?? null,
    pushes: pushes.toSorted(byType).map(({ type, objectId, at }) => {
      const gap = usualGap(days, type, now)
      return { type, lastId: objectId, at: toIso(at), usualGapMs: gap ?? null, isSilent: isSilent(at, gap, now) }
    }),
    refused: { count: refused.count, latest: refused.latest ? shownRefusal(refused.latest) : null },
    imports: imports.map(({ startedAt, ...rest }) => ({ ...rest, startedAt: toIso(startedAt) })),
    refunds: { ...refunds, oldestAt: toIsoOrNull(refunds.oldestAt), failedThisWeek: failed },
    chats: { ...chats, oldestAt: toIsoOrNull(chats.oldestAt) },
    endpoint: {
      ...endpoint,
      lastTest: endpoint.lastTest && { ...endpoint.lastTest, at: toIso(endpoint.lastTest.at) },
      testedAt: toIsoOrNull(endpoint.testedAt),
    },
    backup: ofServer === undefined ? null : { isPlanned: lastBackupAt !== undefined, lastAt: toIsoOrNull(ofServer) },
    days: chart(days, now),
  }
}

/** In the order of the reference. */
function byType(one: PushOfType, other: PushOfType): number {
  return types.indexOf(one.type) - types.indexOf(other.type)
}

function shownRefusal({
  at,
  path,
  status,
  message,
}: {
  at: number
  path: string
  status: number
  message: string | null
}) {
  return { at: toIso(at), type: types.find((type) => path.split('/').includes(type)) ?? null, status, message }
}

/** A column for each day, also for days without pushes. */
function chart(rows: DayOfType[], now: number): object[] {
  return Array.from({ length: DAYS }, (_, index) => {
    const day = dayOf(now - (DAYS - 1 - index) * DAY_MS)
    const ofDay = rows.filter((row) => row.day === day)
    const objects = types.map((type) => {
      const row = ofDay.find((found) => found.type === type)
      return { type, count: row ? row.created + row.updated : 0 }
    })
    return { day, objects, refused: ofDay.reduce((sum, { refused }) => sum + refused, 0) }
  })
}

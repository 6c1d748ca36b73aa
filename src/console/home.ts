import { secretKeyUse } from '../access/keys.ts'
import type { SignedIn } from '../access/member-sessions.ts'
import { countMembers } from '../access/members.ts'
import { type ConnectionView, viewConnections } from '../connect/view.ts'
import { disabledEndpoints } from '../events/endpoints.ts'
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
import { firstBackfillDone, runningImports } from '../objects/bulk/running.ts'
import { hasObjects } from '../objects/find/read.ts'
import { resources } from '../objects/resources.ts'
import { failingRefunds } from '../refunds/failing.ts'
import { type EndpointHealth, endpointHealth, failedThisWeek } from '../refunds/overview.ts'
import { readReport } from '../report/figures.ts'
import type { Reader } from '../store/store.ts'
import { lastSighting } from '../widget/origins.ts'
import { waitingChats } from './live/waiting.ts'
import type { RefundCounts } from './refund-parts.ts'

/** Days of the chart, today included. */
const DAYS = 14
/** Days of the three figures. */
const FIGURE_DAYS = 7
const types = resources.map(({ name }) => name)

interface ShownTo extends Pick<SignedIn, 'workspaceId' | 'role' | 'isOperator'> {
  /** Of the server. `lastAt` is epoch milliseconds; 0 without a backup, undefined if it makes none. */
  backup: { lastAt: number | undefined; failure: string | null }
}

/** What a member sees first. */
export async function showHome(
  reader: Reader,
  { workspaceId, role, isOperator, backup }: ShownTo,
  refundCounts: Pick<RefundCounts, 'waiting'>,
  now: number,
): Promise<object> {
  const [days, pushes, endpoint, refunds, failed, chats, imports, refused, failing, disabled, shop] = await Promise.all(
    [
      pushesOfDays(reader, workspaceId, DAYS, now),
      latestPushes(reader, workspaceId),
      endpointHealth(reader, workspaceId),
      refundCounts.waiting(reader, workspaceId),
      failedThisWeek(reader, workspaceId, now),
      waitingChats(reader, workspaceId),
      runningImports(reader, workspaceId),
      refusedPushes(reader, workspaceId, { types, since: now - DAY_MS }),
      failingRefunds(reader, workspaceId),
      disabledEndpoints(reader, workspaceId),
      viewConnections(reader, workspaceId, now),
    ],
  )
  const ofServer = isOperator ? backup.lastAt || null : undefined
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
    refunds: {
      ...refunds,
      oldestAt: toIsoOrNull(refunds.oldestAt),
      failedThisWeek: failed,
      failing: shownFailing(failing),
    },
    chats: { ...chats, oldestAt: toIsoOrNull(chats.oldestAt) },
    endpoint: {
      ...endpoint,
      lastTest: endpoint.lastTest && { ...endpoint.lastTest, at: toIso(endpoint.lastTest.at) },
      testedAt: toIsoOrNull(endpoint.testedAt),
    },
    notifications: { disabled },
    shop: shop.open && shownShop(shop.open),
    backup:
      ofServer === undefined
        ? null
        : { isPlanned: backup.lastAt !== undefined, lastAt: toIsoOrNull(ofServer), failure: backup.failure },
    days: chart(days, now),
    figures: role === 'agent' ? null : await weekOf(reader, workspaceId, now),
  }
}

function shownShop({ state, shop, problems }: ConnectionView): object {
  return { state, shop, problems: problems.map(({ sentence }) => sentence) }
}

function shownFailing({ count, oldest }: Awaited<ReturnType<typeof failingRefunds>>): object {
  return { count, oldest: oldest && { ...oldest, nextAt: toIsoOrNull(oldest.nextAt) } }
}

/** The figures of the last days, for those who see the report. */
async function weekOf(reader: Reader, workspaceId: string, now: number): Promise<object> {
  const { now: week, before } = await readReport(reader, workspaceId, FIGURE_DAYS, now)
  return { days: FIGURE_DAYS, now: week, before }
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

export const steps = ['key', 'push', 'import', 'endpoint', 'widget', 'person', 'backup'] as const
type StepName = (typeof steps)[number]

/** A step of setting a workspace up, judged by what has happened and not by what somebody has clicked. */
interface Step {
  name: StepName
  isDone: boolean
  /** When it last happened, in epoch milliseconds; null if it did not, or nobody knows when. */
  at: number | null
  /** What happened: the type and id of an object, the origin of a page; null if there is nothing to name. */
  subject: string | null
}

/** What other parts of the page have read already. */
interface Known {
  pushes: PushOfType[]
  endpoint: EndpointHealth
  /** Undefined for those who do not run the server. */
  lastBackupAt: number | null | undefined
}

async function checklist(
  reader: Reader,
  workspaceId: string,
  { pushes, endpoint, lastBackupAt }: Known,
): Promise<Step[]> {
  const [keys, backfillAt, sighting, members] = await Promise.all([
    secretKeyUse(reader, workspaceId),
    firstBackfillDone(reader, workspaceId),
    lastSighting(reader, workspaceId),
    countMembers(reader, workspaceId),
  ])
  const importedAt = backfillAt ?? pushes.map((push) => push.importedAt).find((at) => at !== null) ?? null
  const ofServer: Step[] =
    lastBackupAt === undefined ? [] : [step('backup', lastBackupAt !== null && lastBackupAt > 0, lastBackupAt || null)]
  return [
    step('key', keys.count > 0, keys.lastUsedAt),
    await pushStep(reader, workspaceId, pushes),
    step('import', importedAt !== null, importedAt),
    step('endpoint', endpoint.testedAt !== null, endpoint.testedAt),
    step('widget', sighting !== undefined, sighting?.at ?? null, sighting?.origin),
    step('person', members > 1, null),
    ...ofServer,
  ]
}

function step(name: StepName, isDone: boolean, at: number | null, subject: string | null = null): Step {
  return { name, isDone, at, subject }
}

/** Pushes from before this version left no time: then the objects themselves are the proof. */
async function pushStep(reader: Reader, workspaceId: string, pushes: PushOfType[]): Promise<Step> {
  const [latest] = pushes.toSorted((one, other) => other.at - one.at)
  if (latest) return step('push', true, latest.at, [latest.type, latest.objectId ?? ''].join(' ').trim())
  const found = await Promise.all(resources.map((resource) => hasObjects(reader, resource, workspaceId)))
  return step('push', found.includes(true), null)
}

import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import type { Clock } from '../lib/time.ts'
import type { Store, Tx } from '../store/store.ts'
import { countOneChat, countOneRefund } from './count.ts'
import { addUp } from './days.ts'
import { frozenDay } from './frozen.ts'
import { ERASED, REFUND_AMOUNT, REFUNDS } from './measures.ts'

export const REBUILD_JOB = 'report.rebuild'
const RETRY_MS = 5_000

/** Adds the job that counts all days of a workspace again. */
export function askForRebuild(tx: Tx, workspaceId: string, now: number): Promise<void> {
  return enqueue(tx, { kind: REBUILD_JOB, subject: workspaceId }, now)
}

/** What a rebuild has done. A day is kept if it is frozen, or if one of its chats was erased since. */
export interface Rebuilt {
  days: number
  kept: number
}

/** Chats or refunds that one transaction counts: calls of the API wait for it. */
const MOST_AT_ONCE = 50

/** What is counted of a day: its chats, or its refunds, which outlive their chats and customers. */
interface Part {
  table: 'conversations' | 'refunds'
  /** SQL of its rows of `report_days`, and a pattern of its subjects. */
  measures: string
  subjects: string
  countOne(tx: Tx, id: string, frozen: string): Promise<void>
}

const IS_OF_REFUND = `(measure LIKE '${REFUNDS}.%' OR measure LIKE '${REFUND_AMOUNT}.%')`
const ofRefunds: Part = { table: 'refunds', measures: IS_OF_REFUND, subjects: 'act_%', countOne: countOneRefund }
const ofChats: Part = {
  ...{ table: 'conversations', measures: `NOT ${IS_OF_REFUND}`, subjects: 'conv_%', countOne: countOneChat },
}

/**
 * Counts the days of a workspace from nothing, some chats in each transaction. Chats and refunds that happen meanwhile are counted, too. A
 * second run changes nothing.
 */
export async function rebuildReport(
  { store, clock }: { store: Store; clock: Clock },
  workspaceId: string,
  signal?: AbortSignal,
): Promise<Rebuilt> {
  const rebuilt = { days: 0, kept: 0 }
  for (let day = await nextDay(store, workspaceId, ''); day !== undefined; ) {
    const counted = { workspaceId, day }
    await rebuildPart({ store, clock }, ofRefunds, counted, signal)
    const isWhole = await rebuildPart({ store, clock }, ofChats, counted, signal)
    rebuilt[isWhole ? 'days' : 'kept']++
    day = await nextDay(store, workspaceId, day)
  }
  return rebuilt
}

/** The next day with something to count, or that was counted. */
async function nextDay({ read }: Store, workspaceId: string, after: string): Promise<string | undefined> {
  const row = await read.get<{ day: string | null }>(
    `SELECT min(day) AS day FROM (
       SELECT min(day) AS day FROM conversations WHERE workspace_id = ? AND day > ?
       UNION ALL SELECT min(day) FROM refunds WHERE workspace_id = ? AND day > ?
       UNION ALL SELECT min(day) FROM report_days WHERE workspace_id = ? AND day > ?) AS days`,
    ...[workspaceId, after, workspaceId, after, workspaceId, after],
  )
  return row?.day ?? undefined
}

interface Day {
  workspaceId: string
  day: string
}

/** @returns whether all of it was counted */
async function rebuildPart(
  { store, clock }: { store: Store; clock: Clock },
  part: Part,
  day: Day,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let after: string | null = ''
  while (after !== null) {
    signal?.throwIfAborted()
    const from: string = after
    const next = await store.writeInBackground((tx) => countSome(tx, part, { ...day, after: from }, clock.now()))
    if (next === undefined) return false
    after = next
  }
  return true
}

/** Each is counted in the place of what was counted of it before. @returns the last one; null if all are counted; undefined for a day that stays */
async function countSome(
  tx: Tx,
  { table, measures, subjects, countOne }: Part,
  { workspaceId, day, after }: Day & { after: string },
  now: number,
): Promise<string | null | undefined> {
  const frozen = await frozenDay(tx, workspaceId, now)
  if (table === 'conversations' && (day <= frozen || (await hasLost(tx, workspaceId, day)))) return undefined
  const rows = await tx.all<{ id: string }>(
    `SELECT id FROM ${table} WHERE workspace_id = ? AND day = ? AND trial = 0 AND id > ? ORDER BY id LIMIT ?`,
    ...[workspaceId, day, after, MOST_AT_ONCE],
  )
  for (const { id } of rows) await countOne(tx, id, frozen)
  if (rows.length === MOST_AT_ONCE) return rows.at(-1)?.id ?? null
  await addUp(tx, { workspaceId, day, measures, subjects })
  return null
}

async function hasLost(tx: Tx, workspaceId: string, day: string): Promise<boolean> {
  const row = await tx.get(
    `SELECT 1 FROM report_days WHERE workspace_id = ? AND day = ? AND measure = '${ERASED}'`,
    workspaceId,
    day,
  )
  return row !== undefined
}

/** Counts all days of a workspace, after an update or when too many changes wait. */
export function rebuildJobHandler(services: { store: Store; clock: Clock }): JobHandler {
  return {
    kind: REBUILD_JOB,
    concurrency: 1,
    perLane: null,
    run: async ({ subject }, _end, signal) => {
      await rebuildReport(services, subject, signal)
    },
    retryAfter: () => RETRY_MS,
    giveUp: async () => {
      throw new DomainError('CONFLICT', 'report_job', 'The report needs this job. Let the job finish.')
    },
    revive: async () => {},
  }
}

import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import type { Clock } from '../lib/time.ts'
import type { Store, Tx } from '../store/store.ts'
import { countOneChat, countOneRefund } from './count.ts'
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

/**
 * Counts the days of a workspace from nothing, a day in each transaction. Chats and refunds that happen meanwhile are counted, too. A second
 * run changes nothing.
 */
export async function rebuildReport(
  { store, clock }: { store: Store; clock: Clock },
  workspaceId: string,
  signal?: AbortSignal,
): Promise<Rebuilt> {
  const rebuilt = { days: 0, kept: 0 }
  let day: string | undefined = ''
  while (day !== undefined) {
    signal?.throwIfAborted()
    const next: string | undefined = await nextDay(store, workspaceId, day)
    day = next
    if (next === undefined) break
    const isWhole = await store.writeInBackground((tx) => rebuildDay(tx, workspaceId, next, clock.now()))
    rebuilt[isWhole ? 'days' : 'kept']++
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

const IS_OF_REFUND = `(measure LIKE '${REFUNDS}.%' OR measure LIKE '${REFUND_AMOUNT}.%')`

/** @returns whether its chats were counted again */
async function rebuildDay(tx: Tx, workspaceId: string, day: string, now: number): Promise<boolean> {
  // Refunds outlive their chats and customers.
  await forget(tx, { workspaceId, day, which: IS_OF_REFUND, subjects: 'act_%' })
  for (const id of await idsOf(tx, 'refunds', workspaceId, day)) await countOneRefund(tx, id)
  const frozen = await frozenDay(tx, workspaceId, now)
  const ids = await idsOf(tx, 'conversations', workspaceId, day)
  if (day <= frozen || (await hasLost(tx, workspaceId, day))) return false
  await forget(tx, { workspaceId, day, which: `NOT ${IS_OF_REFUND}`, subjects: 'conv_%' })
  for (const id of ids) await countOneChat(tx, id, frozen)
  return true
}

async function forget(
  tx: Tx,
  { workspaceId, day, which, subjects }: { workspaceId: string; day: string; which: string; subjects: string },
): Promise<void> {
  await tx.run(`DELETE FROM report_days WHERE workspace_id = ? AND day = ? AND ${which}`, workspaceId, day)
  await tx.run(
    'DELETE FROM report_counted WHERE workspace_id = ? AND day = ? AND subject LIKE ?',
    workspaceId,
    day,
    subjects,
  )
}

async function idsOf(tx: Tx, table: 'conversations' | 'refunds', workspaceId: string, day: string): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(
    `SELECT id FROM ${table} WHERE workspace_id = ? AND day = ? AND trial = 0 ORDER BY id`,
    workspaceId,
    day,
  )
  return rows.map(({ id }) => id)
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

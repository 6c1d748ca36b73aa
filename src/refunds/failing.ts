import type { Reader, Tx } from '../store/store.ts'
import { CREATE_JOB } from './move.ts'

/** Waits before the retries of `refund.create`, in milliseconds. */
export const RETRY_MS = [20_000, 80_000, 320_000, 1_280_000, 3_600_000]
/** Unanswered tries from which on a refund counts as failing: one may be a moment's fault. */
export const FAILING_AT = 2

/** A refund that the shop was ordered to make, and has not answered, while tries are left. */
export interface Failing {
  /** Tries without an answer that counts, 2 or more. */
  tries: number
  /** All tries that there will be, with those that people asked for. */
  of: number
  /** When the next one is due, in epoch milliseconds; null while a try is under way. */
  nextAt: number | null
}

interface FailingRow {
  id: string
  tries: number
  extra: number
  dueAt: number | null
  leaseUntil: number | null
}

const FAILING = `SELECT refund.id, count(*) AS tries, refund.extra_tries AS extra, job.due_at AS "dueAt", job.lease_until AS "leaseUntil"
  FROM refunds AS refund
  JOIN refund_deliveries AS try ON try.refund_id = refund.id AND try.type = 'refund.create' AND try.verdict LIKE 'no_answer:%'
  LEFT JOIN jobs AS job ON job.subject = refund.id AND job.kind = '${CREATE_JOB}'`

function shown({ tries, extra, dueAt, leaseUntil }: FailingRow): Failing {
  return { tries, of: RETRY_MS.length + 1 + extra, nextAt: leaseUntil === null ? dueAt : null }
}

/** @returns null for a refund whose shop has answered, or may still do so at the first tries */
export async function failingOf(
  reader: Reader,
  { id, status }: { id: string; status: string },
): Promise<Failing | null> {
  if (status !== 'executing') return null
  const row = await reader.get<FailingRow>(
    `${FAILING} WHERE refund.id = ? GROUP BY refund.id, job.id HAVING count(*) >= ?`,
    id,
    FAILING_AT,
  )
  return row ? shown(row) : null
}

/** Most refunds in progress that are looked at for those that fail, the oldest first. */
const MOST_LOOKED_AT = 100

/** The refunds of a workspace that fail: how many of its {@link MOST_LOOKED_AT} oldest in progress, and the oldest of them. */
export async function failingRefunds(
  reader: Reader,
  workspaceId: string,
): Promise<{ count: number; oldest: (Failing & { id: string }) | null }> {
  const rows = await reader.all<FailingRow>(
    `${FAILING} WHERE refund.id IN (
       SELECT id FROM refunds WHERE workspace_id = ? AND status = 'executing' AND trial = 0 ORDER BY id LIMIT ?)
     GROUP BY refund.id, job.id HAVING count(*) >= ? ORDER BY refund.id`,
    workspaceId,
    MOST_LOOKED_AT,
    FAILING_AT,
  )
  const [first] = rows
  return { count: rows.length, oldest: first ? { id: first.id, ...shown(first) } : null }
}

/** Most tries of a refund that people can ask for. */
export const MOST_EXTRA_TRIES = 20

/** Notes a try that a person asked for. It uses up none of the others. @returns false if there were {@link MOST_EXTRA_TRIES} already */
export async function addExtraTry(tx: Tx, id: string): Promise<boolean> {
  const { changes } = await tx.run(
    'UPDATE refunds SET extra_tries = extra_tries + 1 WHERE id = ? AND extra_tries < ?',
    id,
    MOST_EXTRA_TRIES,
  )
  return changes === 1
}

import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'

/** A row of the job table. `subject` is the id of the job's object; times are epoch milliseconds. */
export interface Job {
  id: string
  kind: string
  subject: string
  lane: string | null
  status: 'waiting' | 'dead'
  attempts: number
  dueAt: number
  leaseUntil: number | null
  lastError: string | null
  createdAt: number
}

/** An unfinished job runs again after `waitMs` milliseconds; `reason` is for operators. */
export interface Later {
  waitMs: number
  reason: string | null
}

/** Stores the result of a run. Returns when the job runs again, or undefined if it is done. */
export type Ending = (tx: Tx, now: number) => Promise<Later | undefined>

/**
 * The handler of one kind of job. A job may run twice, since the progress of a run is unknown after a crash.
 */
export interface JobHandler {
  kind: string
  /** The number of jobs of this kind that may run at the same time. */
  concurrency: number
  /** The number of jobs of one lane that may run at the same time; null: one, in the order of creation. */
  perLane: number | null
  /** Somebody waits for the result, so that claims and results are written before other background work, beside the calls of the API. */
  isAwaited?: boolean
  /**
   * Runs the job; throws if it failed. A result that must not be lost goes to `end`, as the last step: it is stored in the transaction
   * that ends the run, which is repeated until it succeeds. When `signal` is aborted, the server is stopping: a long job stops between
   * two steps by throwing the signal's reason, and continues after the next start.
   */
  run(job: Job, end: (ending: Ending) => Promise<void>, signal: AbortSignal): Promise<void>
  /** Milliseconds until the next try after this error, or null to give up. `job.attempts` includes the failed try. */
  retryAfter(job: Job, error: unknown): number | null
  /** Stores the failure of the job, in the transaction that marks it dead or deletes it. */
  giveUp(tx: Tx, job: Job, message: string, now: number): Promise<void>
  /** Undoes `giveUp`, when an operator retries a dead job. */
  revive(tx: Tx, job: Job, now: number): Promise<void>
}

const COLUMNS = `id, kind, subject, lane, status, attempts, due_at AS "dueAt", lease_until AS "leaseUntil",
  last_error AS "lastError", created_at AS "createdAt"`

/** Adds a job, in the transaction of its cause. The handler limits how many jobs of one `lane` run at a time. */
export async function enqueue(
  tx: Tx,
  { kind, subject, lane, dueAt }: { kind: string; subject: string; lane?: string; dueAt?: number },
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO jobs (id, kind, subject, lane, status, due_at, created_at) VALUES (?, ?, ?, ?, 'waiting', ?, ?)`,
    newOrderedId('job', now),
    kind,
    subject,
    lane ?? null,
    dueAt ?? now,
    now,
  )
}

/**
 * Makes the waiting job of a kind with one subject due now. The run is one more: it does not count as an attempt of the job.
 *
 * @returns whether there is such a job that is not running and was not due yet
 */
export async function hastenJob(
  tx: Tx,
  { kind, subject }: Pick<Job, 'kind' | 'subject'>,
  now: number,
): Promise<boolean> {
  const { changes } = await tx.run(
    `UPDATE jobs SET due_at = ?, attempts = CASE WHEN attempts > 0 THEN attempts - 1 ELSE 0 END
     WHERE subject = ? AND kind = ? AND status = 'waiting' AND lease_until IS NULL AND due_at > ?`,
    now,
    subject,
    kind,
    now,
  )
  return changes > 0
}

/** Deletes the waiting jobs of these kinds with one subject. Running jobs stay and end by themselves. */
export async function dropJobs(tx: Tx, subject: string, kinds: string[]): Promise<void> {
  for (const kind of kinds)
    await tx.run(
      `DELETE FROM jobs WHERE subject = ? AND kind = ? AND status = 'waiting' AND lease_until IS NULL`,
      subject,
      kind,
    )
}

interface Claims {
  /** The ids of the caller's running jobs. */
  running: string[]
  leaseUntil: number
}

/**
 * Claims due jobs of a kind until `leaseUntil`, up to `concurrency` together with the running jobs, whose claims are renewed.
 */
export async function claimJobs(
  tx: Tx,
  { kind, concurrency, perLane, running, leaseUntil }: Pick<JobHandler, 'kind' | 'concurrency' | 'perLane'> & Claims,
  now: number,
): Promise<Job[]> {
  // A job that has just ended may still be in the list: its released claim must stay released.
  await tx.many(
    'UPDATE jobs SET lease_until = ? WHERE id = ? AND lease_until IS NOT NULL',
    running.map((id) => [leaseUntil, id]),
  )
  const claimed: Job[] = []
  while (running.length + claimed.length < concurrency) {
    const job = await claimNext(tx, { kind, perLane, leaseUntil }, now)
    if (!job) break
    claimed.push(job)
  }
  return claimed
}

function claimNext(
  tx: Tx,
  { kind, perLane, leaseUntil }: Pick<JobHandler, 'kind' | 'perLane'> & Pick<Claims, 'leaseUntil'>,
  now: number,
): Promise<Job | undefined> {
  return tx.get<Job>(
    `UPDATE jobs SET attempts = attempts + 1, lease_until = ?
     WHERE id = (
       SELECT id FROM jobs AS next
       WHERE kind = ? AND status = 'waiting' AND due_at <= ? AND (lease_until IS NULL OR lease_until <= ?)
         AND (lane IS NULL OR ${perLane === null ? IS_OLDEST : HAS_ROOM})
       ORDER BY due_at, id LIMIT 1)
     RETURNING ${COLUMNS}`,
    leaseUntil,
    kind,
    now,
    now,
    ...(perLane === null ? [] : [now, perLane]),
  )
}

const IS_OLDEST = `NOT EXISTS (
  SELECT 1 FROM jobs AS older WHERE older.lane = next.lane AND older.status = 'waiting' AND older.id < next.id)`
/** A subquery without the outer row: full lanes are found once, not for each waiting job. */
const HAS_ROOM = `lane NOT IN (
  SELECT lane FROM jobs WHERE lane IS NOT NULL AND lease_until > ? GROUP BY lane HAVING count(*) >= ?)`

export async function completeJob(tx: Tx, id: string): Promise<void> {
  await tx.run('DELETE FROM jobs WHERE id = ?', id)
}

/** Makes a job due at `dueAt` and releases its claim. */
export async function postponeJob(tx: Tx, id: string, dueAt: number, error: string | null): Promise<void> {
  await tx.run('UPDATE jobs SET due_at = ?, lease_until = NULL, last_error = ? WHERE id = ?', dueAt, error, id)
}

/** Releases the claim of a stopped job, without counting the attempt. */
export async function releaseJob(tx: Tx, id: string): Promise<void> {
  await tx.run('UPDATE jobs SET attempts = attempts - 1, lease_until = NULL WHERE id = ?', id)
}

/** Marks a job as dead: it stays in the table until an operator retries or discards it. */
export async function buryJob(tx: Tx, handler: JobHandler, job: Job, error: string, now: number): Promise<void> {
  await tx.run(`UPDATE jobs SET status = 'dead', lease_until = NULL, last_error = ? WHERE id = ?`, error, job.id)
  await handler.giveUp(tx, job, error, now)
}

/** Releases the claims of an ended process. To be called when a server has exclusive use of the database. */
export async function releaseAllJobs(tx: Tx): Promise<void> {
  await tx.run('UPDATE jobs SET lease_until = NULL WHERE lease_until IS NOT NULL')
}

/** The creation time of the newest waiting job; undefined if there is none. */
export async function newestJobAt(reader: Reader): Promise<number | undefined> {
  const row = await reader.get<{ at: number | null }>(`SELECT max(created_at) AS at FROM jobs WHERE status = 'waiting'`)
  return row?.at ?? undefined
}

/** Shifts the times of waiting jobs with a clock that was set back, so that delays stay the same. */
export async function setJobsBack(tx: Tx, ms: number): Promise<void> {
  await tx.run(
    `UPDATE jobs SET due_at = due_at - ?, created_at = created_at - ?, lease_until = lease_until - ? WHERE status = 'waiting'`,
    ms,
    ms,
    ms,
  )
}

/** Whether an unclaimed job of any kind is due. */
export async function hasDueJob(reader: Reader, now: number): Promise<boolean> {
  const row = await reader.get(
    `SELECT 1 FROM jobs WHERE status = 'waiting' AND due_at <= ? AND (lease_until IS NULL OR lease_until <= ?) LIMIT 1`,
    now,
    now,
  )
  return row !== undefined
}

/** Whether an unclaimed job of a kind is due. */
export async function hasDueJobOf(reader: Reader, kind: string, now: number): Promise<boolean> {
  const row = await reader.get(
    `SELECT 1 FROM jobs
     WHERE kind = ? AND status = 'waiting' AND due_at <= ? AND (lease_until IS NULL OR lease_until <= ?) LIMIT 1`,
    kind,
    now,
    now,
  )
  return row !== undefined
}

/** Whether an unfinished job is due, claimed or not. */
export async function hasUnfinishedJob(reader: Reader, now: number): Promise<boolean> {
  const row = await reader.get(`SELECT 1 FROM jobs WHERE status = 'waiting' AND due_at <= ? LIMIT 1`, now)
  return row !== undefined
}

/** The next due time after `now`; undefined if there is none. */
export async function nextDueAfter(reader: Reader, now: number): Promise<number | undefined> {
  const row = await reader.get<{ due: number | null }>(
    `SELECT min(due_at) AS due FROM jobs WHERE status = 'waiting' AND due_at > ?`,
    now,
  )
  return row?.due ?? undefined
}

/** All unfinished jobs, oldest first. */
export async function listJobs(reader: Reader): Promise<Job[]> {
  return reader.all<Job>(`SELECT ${COLUMNS} FROM jobs ORDER BY id`)
}

/** The number of unfinished jobs of a kind by state. `ageMs`: milliseconds for which the longest overdue job has been due. */
export interface JobBacklog {
  kind: string
  waiting: number
  running: number
  dead: number
  ageMs: number
}

export async function jobBacklog(reader: Reader, now: number): Promise<JobBacklog[]> {
  return reader.all<JobBacklog>(
    `SELECT kind,
       sum(CASE WHEN status = 'waiting' AND (lease_until IS NULL OR lease_until <= ?) THEN 1 ELSE 0 END) AS waiting,
       sum(CASE WHEN status = 'waiting' AND lease_until > ? THEN 1 ELSE 0 END) AS running,
       sum(CASE WHEN status = 'dead' THEN 1 ELSE 0 END) AS dead,
       coalesce(max(CASE WHEN status = 'waiting' AND due_at <= ? THEN ? - due_at END), 0) AS "ageMs"
     FROM jobs GROUP BY kind ORDER BY kind`,
    now,
    now,
    now,
    now,
  )
}

/** Makes a job due now, with all its attempts again. @throws DomainError NOT_FOUND; CONFLICT while it is running */
export async function retryJob(tx: Tx, handlers: JobHandler[], id: string, now: number): Promise<Job> {
  const job = await idleJob(tx, id, now)
  if (job.status === 'dead') await handlerOf(handlers, job).revive(tx, job, now)
  await tx.run(`UPDATE jobs SET status = 'waiting', attempts = 0, due_at = ?, lease_until = NULL WHERE id = ?`, now, id)
  return { ...job, status: 'waiting', attempts: 0, dueAt: now }
}

/** Deletes a job that must not run again. @throws DomainError NOT_FOUND; CONFLICT while it is running */
export async function discardJob(tx: Tx, handlers: JobHandler[], id: string, now: number): Promise<Job> {
  const job = await idleJob(tx, id, now)
  if (job.status === 'waiting') await handlerOf(handlers, job).giveUp(tx, job, 'Discarded by an operator.', now)
  await completeJob(tx, id)
  return job
}

async function idleJob(tx: Tx, id: string, now: number): Promise<Job> {
  const job = await tx.get<Job>(`SELECT ${COLUMNS} FROM jobs WHERE id = ?`, id)
  if (!job) throw new DomainError('NOT_FOUND', 'no_such_job', `There is no job ${id}.`)
  if (job.leaseUntil !== null && job.leaseUntil > now) {
    throw new DomainError('CONFLICT', 'job_running', `Job ${id} is running: wait until it ends.`)
  }
  return job
}

function handlerOf(handlers: JobHandler[], { kind }: Job): JobHandler {
  const handler = handlers.find((candidate) => candidate.kind === kind)
  if (!handler) throw new DomainError('CONFLICT', 'unknown_job_kind', `Unknown job kind ${kind}: update storewire.`)
  return handler
}

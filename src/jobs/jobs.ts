import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'

/** A row of the job table. `subject` is the id of what the job is about; times are epoch milliseconds. */
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

/** A job that is not done comes again after so many milliseconds; `reason` is for operators. */
export interface Later {
  waitMs: number
  reason: string | null
}

/** What a run has found out, as it is written down; returns when the job comes again, or undefined where it is done. */
export type Ending = (tx: Tx, now: number) => Promise<Later | undefined>

/**
 * What knows how to do one kind of job. Jobs may run twice: after a crash nobody knows how far a run came.
 */
export interface JobHandler {
  kind: string
  /** How many jobs of this kind may run at the same time. */
  concurrency: number
  /** How many of one lane may: null for one, in the order in which they were made. */
  perLane: number | null
  /**
   * Does the job; throws where it could not. What must not be lost once it is known goes to `end`, as the last thing: it is
   * written in the transaction that ends the run, and tried until that works. When `signal` is aborted, the server is stopping: a
   * long job comes to a halt between two of its steps by throwing the signal's reason, and goes on after the next start.
   */
  run(job: Job, end: (ending: Ending) => Promise<void>, signal: AbortSignal): Promise<void>
  /** Milliseconds until the next try after this error, or null to give up. `job.attempts` counts the try that failed. */
  retryAfter(job: Job, error: unknown): number | null
  /** Records that the job is given up, in the transaction that marks it dead or deletes it. */
  giveUp(tx: Tx, job: Job, message: string, now: number): Promise<void>
  /** Takes that back, when an operator lets a dead job try again. */
  revive(tx: Tx, job: Job): Promise<void>
}

const COLUMNS = `id, kind, subject, lane, status, attempts, due_at AS "dueAt", lease_until AS "leaseUntil",
  last_error AS "lastError", created_at AS "createdAt"`

/** Adds a job, in the transaction of the fact that calls for it. The handler says how many jobs of one `lane` may run at a time. */
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

interface Claims {
  /** The jobs that the caller is running. */
  running: string[]
  leaseUntil: number
}

/**
 * Claims due jobs of a kind until `leaseUntil`, as many as the caller may run beside those that it is running, whose claims are
 * renewed.
 */
export async function claimJobs(
  tx: Tx,
  { kind, concurrency, perLane, running, leaseUntil }: Pick<JobHandler, 'kind' | 'concurrency' | 'perLane'> & Claims,
  now: number,
): Promise<Job[]> {
  // One that has just ended is among them for a moment longer: its claim is gone and must not come back.
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
/** The lanes that are full are found once, and not for each of the jobs that wait in them. */
const HAS_ROOM = `lane NOT IN (
  SELECT lane FROM jobs WHERE lane IS NOT NULL AND lease_until > ? GROUP BY lane HAVING count(*) >= ?)`

export async function completeJob(tx: Tx, id: string): Promise<void> {
  await tx.run('DELETE FROM jobs WHERE id = ?', id)
}

/** Lets a job try again at `dueAt`. */
export async function postponeJob(tx: Tx, id: string, dueAt: number, error: string | null): Promise<void> {
  await tx.run('UPDATE jobs SET due_at = ?, lease_until = NULL, last_error = ? WHERE id = ?', dueAt, error, id)
}

/** Takes back the claim of a job that came to a halt, as if this try had not begun. */
export async function releaseJob(tx: Tx, id: string): Promise<void> {
  await tx.run('UPDATE jobs SET attempts = attempts - 1, lease_until = NULL WHERE id = ?', id)
}

/** Gives a job up: it stays in the table until an operator retries or discards it. */
export async function buryJob(tx: Tx, handler: JobHandler, job: Job, error: string, now: number): Promise<void> {
  await tx.run(`UPDATE jobs SET status = 'dead', lease_until = NULL, last_error = ? WHERE id = ?`, error, job.id)
  await handler.giveUp(tx, job, error, now)
}

/** Ends the claims of a process that is no more: called when a server has the database for itself. */
export async function releaseAllJobs(tx: Tx): Promise<void> {
  await tx.run('UPDATE jobs SET lease_until = NULL WHERE lease_until IS NOT NULL')
}

/** When the newest job that waits was made; undefined where none waits. */
export async function newestJobAt(reader: Reader): Promise<number | undefined> {
  const row = await reader.get<{ at: number | null }>(`SELECT max(created_at) AS at FROM jobs WHERE status = 'waiting'`)
  return row?.at ?? undefined
}

/** Takes the jobs that wait along with a clock that was set back: each waits as long as it would have waited. */
export async function setJobsBack(tx: Tx, ms: number): Promise<void> {
  await tx.run(
    `UPDATE jobs SET due_at = due_at - ?, created_at = created_at - ?, lease_until = lease_until - ? WHERE status = 'waiting'`,
    ms,
    ms,
    ms,
  )
}

/** Whether a job of any kind is due that nobody has claimed. */
export async function hasDueJob(reader: Reader, now: number): Promise<boolean> {
  const row = await reader.get(
    `SELECT 1 FROM jobs WHERE status = 'waiting' AND due_at <= ? AND (lease_until IS NULL OR lease_until <= ?) LIMIT 1`,
    now,
    now,
  )
  return row !== undefined
}

/** Whether a job is due that is not done yet, be it claimed or not. */
export async function hasUnfinishedJob(reader: Reader, now: number): Promise<boolean> {
  const row = await reader.get(`SELECT 1 FROM jobs WHERE status = 'waiting' AND due_at <= ? LIMIT 1`, now)
  return row !== undefined
}

/** When the next job after `now` becomes due; undefined where there is none. */
export async function nextDueAfter(reader: Reader, now: number): Promise<number | undefined> {
  const row = await reader.get<{ due: number | null }>(
    `SELECT min(due_at) AS due FROM jobs WHERE status = 'waiting' AND due_at > ?`,
    now,
  )
  return row?.due ?? undefined
}

/** Every job that is not done, the oldest first. */
export async function listJobs(reader: Reader): Promise<Job[]> {
  return reader.all<Job>(`SELECT ${COLUMNS} FROM jobs ORDER BY id`)
}

/** How many jobs of a kind are not done, by their state, and for how many milliseconds the oldest due one has been due. */
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

/** Lets a job try again at once, with all its attempts. @throws DomainError NOT_FOUND; CONFLICT while it is running */
export async function retryJob(tx: Tx, handlers: JobHandler[], id: string, now: number): Promise<Job> {
  const job = await idleJob(tx, id, now)
  if (job.status === 'dead') await handlerOf(handlers, job).revive(tx, job)
  await tx.run(`UPDATE jobs SET status = 'waiting', attempts = 0, due_at = ?, lease_until = NULL WHERE id = ?`, now, id)
  return { ...job, status: 'waiting', attempts: 0, dueAt: now }
}

/** Deletes a job that shall never be done. @throws DomainError NOT_FOUND; CONFLICT while it is running */
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
    throw new DomainError('CONFLICT', 'job_running', `Job ${id} is running: wait until it has ended.`)
  }
  return job
}

function handlerOf(handlers: JobHandler[], { kind }: Job): JobHandler {
  const handler = handlers.find((candidate) => candidate.kind === kind)
  if (!handler)
    throw new DomainError('CONFLICT', 'unknown_job_kind', `This storewire knows no jobs of kind ${kind}: update it.`)
  return handler
}

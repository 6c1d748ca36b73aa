import { ApiError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/session.ts'

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

/**
 * What knows how to do one kind of job. Jobs may run twice: after a crash nobody knows how far a run came.
 */
export interface JobHandler {
  kind: string
  /** How many jobs of this kind may run at the same time. */
  concurrency: number
  /** How many of one lane may: null for one, in the order in which they were made. */
  perLane: number | null
  /** Does the job; throws where it could not. */
  run(job: Job): Promise<void>
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

/** Claims the next due job of a kind until `leaseUntil`, or none; renews the claims on the jobs that the caller is running. */
export async function claimJob(
  tx: Tx,
  { kind, perLane, running, leaseUntil }: Pick<JobHandler, 'kind' | 'perLane'> & Claims,
  now: number,
): Promise<Job | undefined> {
  await tx.many(
    'UPDATE jobs SET lease_until = ? WHERE id = ?',
    [...running].map((id) => [leaseUntil, id]),
  )
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

interface Claims {
  /** The jobs that the caller is running. */
  running: Iterable<string>
  leaseUntil: number
}

const IS_OLDEST = `NOT EXISTS (
  SELECT 1 FROM jobs AS older WHERE older.lane = next.lane AND older.status = 'waiting' AND older.id < next.id)`
const HAS_ROOM = '(SELECT count(*) FROM jobs AS running WHERE running.lane = next.lane AND running.lease_until > ?) < ?'

export async function completeJob(tx: Tx, id: string): Promise<void> {
  await tx.run('DELETE FROM jobs WHERE id = ?', id)
}

/** Lets a job try again at `dueAt`. */
export async function postponeJob(tx: Tx, id: string, dueAt: number, error: string): Promise<void> {
  await tx.run('UPDATE jobs SET due_at = ?, lease_until = NULL, last_error = ? WHERE id = ?', dueAt, error, id)
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

/** Lets a job try again at once, with all its attempts. @throws ApiError NOT_FOUND; CONFLICT while it is running */
export async function retryJob(tx: Tx, handlers: JobHandler[], id: string, now: number): Promise<Job> {
  const job = await idleJob(tx, id, now)
  if (job.status === 'dead') await handlerOf(handlers, job).revive(tx, job)
  await tx.run(`UPDATE jobs SET status = 'waiting', attempts = 0, due_at = ?, lease_until = NULL WHERE id = ?`, now, id)
  return { ...job, status: 'waiting', attempts: 0, dueAt: now }
}

/** Deletes a job that shall never be done. @throws ApiError NOT_FOUND; CONFLICT while it is running */
export async function discardJob(tx: Tx, handlers: JobHandler[], id: string, now: number): Promise<Job> {
  const job = await idleJob(tx, id, now)
  if (job.status === 'waiting') await handlerOf(handlers, job).giveUp(tx, job, 'Discarded by an operator.', now)
  await completeJob(tx, id)
  return job
}

async function idleJob(tx: Tx, id: string, now: number): Promise<Job> {
  const job = await tx.get<Job>(`SELECT ${COLUMNS} FROM jobs WHERE id = ?`, id)
  if (!job) throw new ApiError('NOT_FOUND', `There is no job ${id}: "storewire jobs list" shows the ids.`)
  if (job.leaseUntil !== null && job.leaseUntil > now) {
    throw new ApiError('CONFLICT', `Job ${id} is running: wait until it has ended.`)
  }
  return job
}

function handlerOf(handlers: JobHandler[], { kind }: Job): JobHandler {
  const handler = handlers.find((candidate) => candidate.kind === kind)
  if (!handler) throw new ApiError('CONFLICT', `This storewire knows no jobs of kind ${kind}: update it.`)
  return handler
}

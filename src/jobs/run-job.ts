import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/time.ts'
import type { Store, Tx } from '../store/store.ts'
import { buryJob, completeJob, type Ending, type Job, type JobHandler, postponeJob, releaseJob } from './jobs.ts'

/** The wait before the next try to write to an unavailable database. */
export const UNAVAILABLE_MS = 1_000

/** The services of the scheduler and its jobs. */
export interface JobContext {
  store: Store
  clock: Clock
  log: Log
  /** Aborts when the scheduler stops. */
  halt: AbortSignal
}

/** Runs one claimed job and stores its outcome: done, run again later, retry after an error, or given up. */
export async function runJob(context: JobContext, handler: JobHandler, job: Job): Promise<void> {
  const { halt } = context
  let hasEnded = false
  const end = (ending: Ending) => {
    hasEnded = true
    return recordEnd(context, handler, job, ending)
  }
  try {
    await handler.run(job, end, halt)
    if (!hasEnded) await end(async () => undefined)
  } catch (error) {
    if (halt.aborted && error === halt.reason) await record(context, handler, (tx) => releaseJob(tx, job.id))
    else await recordFailure(context, handler, job, error)
  }
}

async function recordEnd(context: JobContext, handler: JobHandler, { id, kind }: Job, ending: Ending): Promise<void> {
  const { clock, log } = context
  const later = await record(context, handler, async (tx) => {
    const now = clock.now()
    const later = await ending(tx, now)
    if (later) await postponeJob(tx, id, now + later.waitMs, later.reason)
    else await completeJob(tx, id)
    return later
  })
  if (later) log.info('A job will run again', { jobId: id, kind, waitMs: later.waitMs, reason: later.reason })
}

async function recordFailure(context: JobContext, handler: JobHandler, job: Job, error: unknown): Promise<void> {
  const { clock, log } = context
  const { message } = error as Error
  const delay = handler.retryAfter(job, error)
  log.error(delay === null ? 'A job was given up' : 'A job will be tried again', {
    jobId: job.id,
    kind: job.kind,
    attempts: job.attempts,
    error: message,
  })
  await record(context, handler, (tx) =>
    delay === null
      ? buryJob(tx, handler, job, message, clock.now())
      : postponeJob(tx, job.id, clock.now() + delay, message),
  )
}

/** How claims and results of a kind of job are written. */
export function writeFor(store: Store, { isAwaited }: JobHandler): <T>(work: (tx: Tx) => Promise<T>) => Promise<T> {
  return isAwaited ? (work) => store.write(work) : (work) => store.writeInBackground(work)
}

/** Repeats a write until it succeeds: the outcome of a job must be stored even if the disk was full for a while. */
async function record<T>(
  { store, log, halt }: JobContext,
  handler: JobHandler,
  work: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  for (;;) {
    try {
      return await writeFor(store, handler)(work)
    } catch (error) {
      log.error('The outcome of a job could not be recorded yet', { error: (error as Error).message })
      // A stopping server keeps the claim; the next start runs the job again.
      if (halt.aborted) return undefined
      await sleep(UNAVAILABLE_MS)
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Store, Tx } from '../store/store.ts'
import {
  buryJob,
  claimJobs,
  completeJob,
  type Ending,
  hasDueJob,
  type Job,
  type JobHandler,
  newestJobAt,
  nextDueAfter,
  postponeJob,
  releaseAllJobs,
  releaseJob,
  setJobsBack,
} from './jobs.ts'

/** How long a claim stands that nobody renews. */
const LEASE_MS = 60_000
/** How often the table is looked at for jobs that other processes added. */
const POLL_MS = 1_000
/** How long to wait before trying again to write to a database that is unavailable. */
const UNAVAILABLE_MS = 1_000
/** A clock that goes back by less than this is being trimmed, which is too little to matter. */
const SET_BACK_MS = 1_000

export interface Scheduler {
  /** Says that a job may be due: called after the commit that added it. */
  wake(): void
  /** Whether the loop still runs. */
  isAlive(): boolean
  /** Claims nothing more and resolves when the jobs that run have come to a stop. */
  stop(): Promise<void>
}

/**
 * Runs the jobs of the table: after a wake, when the next one is due, and at least once a second. A job that throws is tried
 * again when its handler says, or given up. Only one process serves a database, so what is claimed at the start is what a
 * crash left behind, and it runs again at once.
 */
export function startScheduler({
  store,
  clock,
  log,
  handlers,
}: {
  store: Store
  clock: Clock
  log: Log
  handlers: JobHandler[]
}): Scheduler {
  /** The jobs under way, by kind and id. */
  const running = new Map<string, Map<string, Promise<void>>>(handlers.map(({ kind }) => [kind, new Map()]))
  const halt = new AbortController()
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let again = false
  let recovered = false
  /** The time of the round before, or of the newest job that waited at the start. */
  let lastSeen: number | undefined

  /** Writes until it works: what happened to a job must be recorded, also after the disk was full for a while. */
  async function record<T>(work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await store.writeInBackground(work)
      } catch (error) {
        log.error('The outcome of a job could not be recorded yet', { error: (error as Error).message })
        // A stopping server leaves the claim: the next start runs the job again.
        if (stopping) return undefined
        await sleep(UNAVAILABLE_MS)
      }
    }
  }

  async function runJob(handler: JobHandler, job: Job): Promise<void> {
    let hasEnded = false
    const end = (ending: Ending) => {
      hasEnded = true
      return recordEnd(job, ending)
    }
    try {
      await handler.run(job, end, halt.signal)
      if (!hasEnded) await end(async () => undefined)
    } catch (error) {
      if (halt.signal.aborted && error === halt.signal.reason) await record((tx) => releaseJob(tx, job.id))
      else await recordFailure(handler, job, error)
    }
  }

  async function recordEnd({ id, kind }: Job, ending: Ending): Promise<void> {
    const later = await record(async (tx) => {
      const now = clock.now()
      const later = await ending(tx, now)
      if (later) await postponeJob(tx, id, now + later.waitMs, later.reason)
      else await completeJob(tx, id)
      return later
    })
    if (later) log.info('A job comes again', { jobId: id, kind, waitMs: later.waitMs, reason: later.reason })
  }

  async function recordFailure(handler: JobHandler, job: Job, error: unknown): Promise<void> {
    const { message } = error as Error
    const delay = handler.retryAfter(job, error)
    log.error(delay === null ? 'A job is given up' : 'A job will be tried again', {
      jobId: job.id,
      kind: job.kind,
      attempts: job.attempts,
      error: message,
    })
    await record((tx) =>
      delay === null
        ? buryJob(tx, handler, job, message, clock.now())
        : postponeJob(tx, job.id, clock.now() + delay, message),
    )
  }

  async function claimAll(): Promise<void> {
    if (!recovered) await store.writeInBackground(releaseAllJobs)
    recovered = true
    for (const handler of handlers) {
      const slots = running.get(handler.kind) ?? new Map()
      if (stopping || slots.size >= handler.concurrency) continue
      const now = clock.now()
      const claim = { ...handler, leaseUntil: now + LEASE_MS }
      const claimed = await store.writeInBackground((tx) =>
        claimJobs(tx, { ...claim, running: [...slots.keys()] }, now),
      )
      for (const job of claimed) {
        const run = runJob(handler, job).finally(() => {
          slots.delete(job.id)
          wake()
        })
        slots.set(job.id, run)
      }
    }
  }

  /** When the clock is set back, what is due now or soon must not wait until the old time comes round again. */
  async function followClock(): Promise<void> {
    const now = clock.now()
    const setBackBy = (lastSeen ?? (await newestJobAt(store.read)) ?? now) - now
    if (setBackBy > SET_BACK_MS) {
      await store.writeInBackground((tx) => setJobsBack(tx, setBackBy))
      log.info('The clock was set back; the jobs that wait were moved along with it', { ms: setBackBy })
    }
    lastSeen = now
  }

  async function runRound(): Promise<void> {
    try {
      do {
        again = false
        await followClock()
        if (await mayBeDue()) await claimAll()
      } while (again && !stopping)
      await planNext()
    } catch (error) {
      log.error('The job table could not be read or written; trying again', { error: (error as Error).message })
      again = false
      plan(UNAVAILABLE_MS)
    }
  }

  /** A look before the leap: claiming is a write, and most rounds find nothing. */
  async function mayBeDue(): Promise<boolean> {
    return !recovered || hasDueJob(store.read, clock.now())
  }

  async function planNext(): Promise<void> {
    const now = clock.now()
    const due = await nextDueAfter(store.read, now)
    plan(due === undefined ? POLL_MS : Math.min(POLL_MS, due - now))
  }

  function plan(delay: number): void {
    clearTimeout(timer)
    if (!stopping) timer = setTimeout(wake, delay)
  }

  function wake(): void {
    if (stopping) return
    again = true
    round ??= runRound().finally(() => {
      round = undefined
      // Somebody woke it while it was planning when to look next.
      if (again) wake()
    })
  }

  wake()
  return {
    wake,
    isAlive: () => !stopping,
    stop: async () => {
      stopping = true
      halt.abort()
      clearTimeout(timer)
      await round
      await Promise.all([...running.values()].flatMap((slots) => [...slots.values()]))
    },
  }
}

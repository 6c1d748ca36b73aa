import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/time.ts'
import type { Store } from '../store/store.ts'
import {
  claimJobs,
  hasDueJob,
  hasDueJobOf,
  type JobHandler,
  newestJobAt,
  nextDueAfter,
  releaseAllJobs,
  setJobsBack,
} from './jobs.ts'
import { type JobContext, runJob, UNAVAILABLE_MS, writeFor } from './run-job.ts'

/** How long a claim is valid without renewal. */
const LEASE_MS = 60_000
/** How often the table is checked for jobs of other processes. */
const POLL_MS = 1_000
/** Smaller steps back are adjustments of the clock, which do not matter. */
const SET_BACK_MS = 1_000

export interface Scheduler {
  /** To be called after a commit that added a job. */
  wake(): void
  /** Whether the scheduler is running. */
  isAlive(): boolean
  /** Stops claiming jobs, and resolves when the running jobs have stopped. */
  stop(): Promise<void>
}

/**
 * Runs the jobs of the table: after a wake, when the next job is due, and at least once a second. A job that throws is retried at
 * the time that its handler returns, or given up. Only one process serves a database, so jobs that are claimed at the start were
 * interrupted by a crash and run again at once.
 */
export function startScheduler({
  handlers,
  ...services
}: {
  store: Store
  clock: Clock
  log: Log
  handlers: JobHandler[]
}): Scheduler {
  const { store, clock, log } = services
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  const claims = createClaims({ ...services, halt: stopping.signal }, handlers, wake)
  const followClock = createClockFollower(services)
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let again = false

  async function runRound(): Promise<void> {
    try {
      do {
        again = false
        await followClock()
        if (await claims.mayBeDue()) await claims.claimAll()
      } while (again && !isStopping())
      await planNext()
    } catch (error) {
      log.error('The job table could not be read or written; trying again', { error: (error as Error).message })
      again = false
      plan(UNAVAILABLE_MS)
    }
  }

  async function planNext(): Promise<void> {
    const now = clock.now()
    const due = await nextDueAfter(store.read, now)
    plan(due === undefined ? POLL_MS : Math.min(POLL_MS, due - now))
  }

  function plan(delay: number): void {
    clearTimeout(timer)
    if (!isStopping()) timer = setTimeout(wake, delay)
  }

  function wake(): void {
    if (isStopping()) return
    again = true
    round ??= runRound().finally(() => {
      round = undefined
      // A wake came while the next round was being planned.
      if (again) wake()
    })
  }

  wake()
  return {
    wake,
    isAlive: () => !isStopping(),
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await round
      await claims.allEnded()
    },
  }
}

/** The claimed jobs of this process. */
interface Claims {
  /** Checked before claiming, which is a write: most rounds find no due job. */
  mayBeDue(): Promise<boolean>
  /** Claims and starts due jobs of each kind, up to its concurrency. */
  claimAll(): Promise<void>
  allEnded(): Promise<void>
}

/** @param onEnded called after a job has ended */
function createClaims(context: JobContext, handlers: JobHandler[], onEnded: () => void): Claims {
  const { store, clock, halt } = context
  /** The jobs in progress, by kind and id. */
  const running = new Map<string, Map<string, Promise<void>>>(handlers.map(({ kind }) => [kind, new Map()]))
  let recovered = false

  async function claim(handler: JobHandler, slots: Map<string, Promise<void>>): Promise<void> {
    const now = clock.now()
    const claim = { ...handler, leaseUntil: now + LEASE_MS }
    const claimed = await writeFor(store, handler)((tx) => claimJobs(tx, { ...claim, running: [...slots.keys()] }, now))
    for (const job of claimed) {
      const run = runJob(context, handler, job).finally(() => {
        slots.delete(job.id)
        onEnded()
      })
      slots.set(job.id, run)
    }
  }

  return {
    mayBeDue: async () => !recovered || hasDueJob(store.read, clock.now()),
    claimAll: async () => {
      if (!recovered) await store.writeInBackground(releaseAllJobs)
      recovered = true
      for (const handler of handlers) {
        const slots = running.get(handler.kind) ?? new Map()
        if (halt.aborted || slots.size >= handler.concurrency) continue
        // Claiming is a write, with a commit of its own: a kind without a due job needs none, unless it has claims to renew.
        if (slots.size > 0 || (await hasDueJobOf(store.read, handler.kind, clock.now()))) await claim(handler, slots)
      }
    },
    allEnded: async () => {
      await Promise.all([...running.values()].flatMap((slots) => [...slots.values()]))
    },
  }
}

/** @returns a function that shifts the due times of waiting jobs after the clock was set back, so that delays stay the same */
function createClockFollower({ store, clock, log }: Omit<JobContext, 'halt'>): () => Promise<void> {
  /** The time of the previous round; before the first round, the creation time of the newest waiting job is used. */
  let lastSeen: number | undefined
  return async () => {
    const now = clock.now()
    const setBackBy = (lastSeen ?? (await newestJobAt(store.read)) ?? now) - now
    if (setBackBy > SET_BACK_MS) {
      await store.writeInBackground((tx) => setJobsBack(tx, setBackBy))
      log.info('The clock was set back; the due times of waiting jobs were shifted with it', { ms: setBackBy })
    }
    lastSeen = now
  }
}

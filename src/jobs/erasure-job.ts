import { DomainError } from '../lib/errors.ts'
import type { JobHandler } from './jobs.ts'

const RETRY_MS = 5_000

/** The handling of jobs that complete an erasure: they are never given up, since the erasure was acknowledged. */
export const erasureJob: Omit<JobHandler, 'kind' | 'run'> = {
  concurrency: 1,
  perLane: null,
  retryAfter: () => RETRY_MS,
  giveUp: async () => {
    throw new DomainError(
      'CONFLICT',
      'erasure_job',
      'This job completes an erasure and cannot be discarded: let it run.',
    )
  },
  revive: async () => {},
}

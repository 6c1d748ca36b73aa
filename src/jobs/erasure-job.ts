import { DomainError } from '../lib/errors.ts'
import type { JobHandler } from './jobs.ts'

const RETRY_MS = 5_000

/** How every job that completes an erasure is run: never given up, since the erasure was acknowledged. */
export const erasureJob: Omit<JobHandler, 'kind' | 'run'> = {
  concurrency: 1,
  perLane: null,
  retryAfter: () => RETRY_MS,
  giveUp: async () => {
    throw new DomainError(
      'CONFLICT',
      'erasure_job',
      'This job completes an erasure, which can not be called off: let it run.',
    )
  },
  revive: async () => {},
}

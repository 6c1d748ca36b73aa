import type { JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import { expireRefund } from './decisions.ts'
import { EXPIRE_JOB } from './move.ts'

const RETRY_MS = 5_000

/**
 * Ends refunds on which nobody decided in time. Running twice is safe: the second time finds nothing that waits. Running early,
 * as when an operator retries the job or the clock is set back, is too: the job comes again.
 */
export function expiryJobHandler(): JobHandler {
  return {
    kind: EXPIRE_JOB,
    concurrency: 4,
    perLane: null,
    run: ({ subject }, end) =>
      end(async (tx, now) => {
        const waitMs = await expireRefund(tx, subject, now)
        return waitMs === undefined ? undefined : { waitMs, reason: 'The time to decide is not up yet.' }
      }),
    retryAfter: () => RETRY_MS,
    giveUp: async () => {
      throw new DomainError(
        'CONFLICT',
        'expiry_job',
        'This job ends a refund on which nobody decides in time: cancel the refund instead.',
      )
    },
    revive: async () => {},
  }
}

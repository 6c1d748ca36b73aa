import type { JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import { expireRefund } from './decisions.ts'
import { EXPIRE_JOB } from './move.ts'

const RETRY_MS = 5_000

/**
 * Ends refunds whose time to decide is over. Running twice is safe: the second run finds no waiting refund. Running early is safe too,
 * such as after a retry by an operator or with a clock that was set back: the job runs again later.
 */
export function expiryJobHandler(): JobHandler {
  return {
    kind: EXPIRE_JOB,
    concurrency: 4,
    perLane: null,
    run: ({ subject }, end) =>
      end(async (tx, now) => {
        const waitMs = await expireRefund(tx, subject, now)
        return waitMs === undefined ? undefined : { waitMs, reason: 'The time to decide is not over yet.' }
      }),
    retryAfter: () => RETRY_MS,
    giveUp: async () => {
      throw new DomainError(
        'CONFLICT',
        'expiry_job',
        'This job ends a refund whose time to decide is over. Cancel the refund instead.',
      )
    },
    revive: async () => {},
  }
}

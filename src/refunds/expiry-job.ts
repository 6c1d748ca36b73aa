import type { JobHandler } from '../jobs/jobs.ts'
import type { Clock } from '../lib/clock.ts'
import { ApiError } from '../lib/errors.ts'
import type { Store } from '../store/store.ts'
import { expireRefund } from './decisions.ts'
import { EXPIRE_JOB } from './move.ts'

const RETRY_MS = 5_000

/** Ends refunds on which nobody decided in time. Running twice is safe: the second time finds nothing that waits. */
export function expiryJobHandler({ store, clock }: { store: Store; clock: Clock }): JobHandler {
  return {
    kind: EXPIRE_JOB,
    concurrency: 4,
    perLane: null,
    run: ({ subject }) => store.writeInBackground((tx) => expireRefund(tx, subject, clock.now())),
    retryAfter: () => RETRY_MS,
    giveUp: async () => {
      throw new ApiError(
        'CONFLICT',
        'This job ends a refund on which nobody decides in time: cancel the refund instead.',
      )
    },
    revive: async () => {},
  }
}

import type { Feature } from './feature.ts'
import { purgeIdempotencyRecords } from './idempotency.ts'
import { ping } from './ping.ts'

/** What every call has, whatever it is about. */
export const callFeature: Feature = {
  routes: [ping],
  tasks: ({ store, clock }) => [
    { name: 'purge idempotency records', cron: '17 * * * *', run: () => purgeIdempotencyRecords(store, clock.now()) },
  ],
}

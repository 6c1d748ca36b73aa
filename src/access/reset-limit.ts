import { DomainError } from '../lib/errors.ts'
import { createNetworkCounts } from '../lib/network-counts.ts'
import { type Clock, HOUR_MS, MINUTE_MS } from '../lib/time.ts'

/** Most requests for a new password of a network, within an hour. */
export const MOST_REQUESTS = 20
const MOST_COUNTED = { networks: 20_000, neighborhoods: 5_000 }

/** Limits how often one network may ask for mails with a new password, whatever the addresses. */
export interface ResetLimit {
  /** Counts a request. @throws DomainError TOO_MANY_REQUESTS, its `data.retryAfter` in seconds */
  take(network: string): void
}

export function createResetLimit(clock: Clock): ResetLimit {
  const counts = createNetworkCounts<readonly number[]>(MOST_COUNTED)
  let sweptAt = Number.NEGATIVE_INFINITY
  const recent = (times: readonly number[], now: number) => times.filter((at) => at > now - HOUR_MS && at <= now)
  return {
    take: (network) => {
      const now = clock.now()
      if (Math.abs(now - sweptAt) >= MINUTE_MS) {
        sweptAt = now
        counts.sweep((times) => recent(times, now).length === 0)
      }
      const { times, value = [], set } = counts.of(network)
      const asked = recent(value, now)
      const oldest = asked.at(-MOST_REQUESTS * times)
      if (oldest !== undefined) {
        const retryAfter = Math.ceil((oldest + HOUR_MS - now) / 1000)
        throw new DomainError(
          'TOO_MANY_REQUESTS',
          'too_many_resets',
          `Too many new passwords were asked for from this network: wait ${Math.ceil(retryAfter / 60)} minutes, then try again.`,
          { retryAfter },
        )
      }
      set([...asked, now])
    },
  }
}

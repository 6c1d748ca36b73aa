import { createCounts } from '../../lib/counts.ts'
import { HttpError } from '../errors.ts'
import { noRoom } from './connection-limits.ts'

/** The places that streams of events may take up: each of them holds a connection for as long as a page is open. */
export interface StreamPlaces {
  /**
   * Takes a place for a stream to a client of `network`.
   *
   * @returns how to leave it; leaving twice is leaving once
   * @throws DomainError TOO_MANY_REQUESTS if the network has as many as it may, SERVICE_UNAVAILABLE if all are taken
   */
  take(network: string): () => void
}

/** What a network is told to wait that has all of its streams open, in seconds. */
const RETRY_AFTER = '60'

export function createStreamPlaces(limits: { perNetwork: number; inAll: number }): StreamPlaces {
  const taken = createCounts()
  let inAll = 0
  return {
    take: (network) => {
      if (taken.get(network) >= limits.perNetwork)
        throw new HttpError(
          'TOO_MANY_REQUESTS',
          'too_many_streams',
          `Your network has ${limits.perNetwork} streams of events open: close one, then connect again.`,
          { data: { limit: limits.perNetwork }, headers: { 'retry-after': RETRY_AFTER } },
        )
      if (inAll >= limits.inAll)
        throw noRoom('All streams of events of this server are taken: connect again after the time in Retry-After.')
      taken.add(network, 1)
      inAll++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        taken.add(network, -1)
        inAll--
      }
    },
  }
}

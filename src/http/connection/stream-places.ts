import { createCounts } from '../../lib/counts.ts'
import { HttpError } from '../errors.ts'
import { noRoom } from './connection-limits.ts'

/** The places for event streams: each stream holds a connection for as long as a page is open. */
export interface StreamPlaces {
  /**
   * Takes a place for an event stream to a client of `network`.
   *
   * @returns a function that frees the place; calling it twice is harmless
   * @throws DomainError TOO_MANY_REQUESTS if the network has reached its limit, SERVICE_UNAVAILABLE if all places are taken
   */
  take(network: string): () => void
}

/** The wait of a network that has reached its limit, in seconds. */
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
          `Your network has ${limits.perNetwork} event streams open. Close one, then connect again.`,
          { data: { limit: limits.perNetwork }, headers: { 'retry-after': RETRY_AFTER } },
        )
      if (inAll >= limits.inAll)
        throw noRoom('The server has no free event stream. Connect again after the time in Retry-After.')
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

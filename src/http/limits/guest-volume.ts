import type { DomainError } from '../../lib/errors.ts'
import { setNewest } from '../../lib/newest.ts'
import { type Clock, DAY_MS } from '../../lib/time.ts'
import { HttpError } from '../errors.ts'

/** The maximum number of counted networks, about 200 bytes each. Beyond it the network with the oldest write is dropped. */
const MOST_NETWORKS = 50_000

/**
 * Counts the bytes that guests of each network store in a day (UTC), in memory: a restart starts from zero.
 *
 * @param kilobytes the maximum of one network in a day; null: no limit
 * @returns a function that counts `bytes` of a network; over the limit it counts nothing and throws DomainError TOO_MANY_REQUESTS
 */
export function createGuestVolume(kilobytes: number | null, clock: Clock): (network: string, bytes: number) => void {
  const stored = new Map<string, number>()
  let day = Number.NaN
  return (network, bytes) => {
    if (kilobytes === null) return
    const limit = kilobytes * 1000
    const now = clock.now()
    const today = Math.floor(now / DAY_MS)
    if (today !== day) stored.clear()
    day = today
    const total = (stored.get(network) ?? 0) + bytes
    if (total > limit) throw tooMuch(limit, Math.ceil(((today + 1) * DAY_MS - now) / 1000))
    setNewest(stored, network, total, MOST_NETWORKS)
  }
}

function tooMuch(limit: number, retryAfter: number): DomainError {
  return new HttpError(
    'TOO_MANY_REQUESTS',
    'guests_stored_enough',
    `Guests of this network have reached the limit of ${limit / 1000} kB a day. Sign in, or try again after midnight UTC.`,
    { data: { limit, windowSeconds: DAY_MS / 1000 }, headers: { 'retry-after': String(retryAfter) } },
  )
}

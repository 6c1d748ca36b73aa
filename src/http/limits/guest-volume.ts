import type { Clock } from '../../lib/clock.ts'
import type { DomainError } from '../../lib/errors.ts'
import { HttpError } from '../errors.ts'

const DAY_SECONDS = 24 * 60 * 60
const DAY_MS = DAY_SECONDS * 1000
/** Networks that are remembered, some 200 bytes each. Beyond it the one that has been silent for longest is forgotten. */
const MOST_NETWORKS = 50_000

/**
 * Counts what the guests of each network store in a day (UTC), in memory: a restart begins again.
 *
 * @param kilobytes the most that one network may store in a day; null: there is no limit
 * @returns how to count `bytes` of a network, which throws DomainError TOO_MANY_REQUESTS where they are too many, and counts nothing then
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
    // A map keeps the order in which keys came: what was taken out and put in again is the newest.
    stored.delete(network)
    stored.set(network, total)
    const [silent] = stored.keys()
    if (stored.size > MOST_NETWORKS && silent !== undefined) stored.delete(silent)
  }
}

function tooMuch(limit: number, retryAfter: number): DomainError {
  return new HttpError(
    'TOO_MANY_REQUESTS',
    'guests_stored_enough',
    `The guests of this network have stored their ${limit / 1000} kB for today: sign in, or try again after midnight UTC.`,
    { data: { limit, windowSeconds: DAY_SECONDS }, headers: { 'retry-after': String(retryAfter) } },
  )
}

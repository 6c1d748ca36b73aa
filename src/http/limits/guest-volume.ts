import type { DomainError } from '../../lib/errors.ts'
import { setNewest } from '../../lib/newest.ts'
import { type Clock, DAY_MS } from '../../lib/time.ts'
import { HttpError } from '../errors.ts'

/** The maximum number of counted networks, about 200 bytes each. Beyond it the network with the oldest write is dropped. */
const MOST_NETWORKS = 50_000

/** How a refusal names the limit of a network. */
interface VolumeWords {
  reason: string
  /** With its unit. */
  limit: string
  /** What programs read beside the limit. */
  data: Record<string, unknown>
}

/**
 * Counts the bytes of messages that guests of each network store in a day (UTC), in memory: a restart starts from zero.
 *
 * @param kilobytes the maximum of one network in a day; null: no limit
 * @returns a function that counts `bytes` of a network; over the limit it counts nothing and throws DomainError TOO_MANY_REQUESTS
 */
export function createGuestVolume(kilobytes: number | null, clock: Clock): (network: string, bytes: number) => void {
  const words = { reason: 'guests_stored_enough', limit: `${kilobytes} kB`, data: {} }
  return createDayVolume(kilobytes === null ? null : kilobytes * 1000, words, clock)
}

const MIB = 1024 * 1024

/** Counts the bytes of pictures, as {@link createGuestVolume} does. Negative bytes are given back. @param mebibytes of one network in a day */
export function createPictureVolume(mebibytes: number | null, clock: Clock): (network: string, bytes: number) => void {
  const reason = 'guests_sent_enough_pictures'
  const words = { reason, limit: `${mebibytes} MiB of pictures`, data: { reason } }
  return createDayVolume(mebibytes === null ? null : mebibytes * MIB, words, clock)
}

function createDayVolume(
  limit: number | null,
  words: VolumeWords,
  clock: Clock,
): (network: string, bytes: number) => void {
  const stored = new Map<string, number>()
  let day = Number.NaN
  return (network, bytes) => {
    if (limit === null) return
    const now = clock.now()
    const today = Math.floor(now / DAY_MS)
    if (today !== day) stored.clear()
    day = today
    const total = Math.max(0, (stored.get(network) ?? 0) + bytes)
    if (total > limit) throw tooMuch(limit, words, Math.ceil(((today + 1) * DAY_MS - now) / 1000))
    setNewest(stored, network, total, MOST_NETWORKS)
  }
}

function tooMuch(limit: number, { reason, limit: named, data }: VolumeWords, retryAfter: number): DomainError {
  return new HttpError(
    'TOO_MANY_REQUESTS',
    reason,
    `Guests of this network have reached the limit of ${named} a day. Sign in, or try again after midnight UTC.`,
    { data: { ...data, limit, windowSeconds: DAY_MS / 1000 }, headers: { 'retry-after': String(retryAfter) } },
  )
}

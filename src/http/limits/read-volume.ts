import type { DomainError } from '../../lib/errors.ts'
import { setNewest } from '../../lib/newest.ts'
import { type Clock, MINUTE_MS } from '../../lib/time.ts'
import { HttpError } from '../errors.ts'

const MINUTE_SECONDS = MINUTE_MS / 1000
/** The share of a minute's bytes that may be read at once. */
const AT_ONCE = 1 / 4
/** The maximum number of counted readers, about 200 bytes each. Beyond it the one with the oldest read is dropped. */
const MOST_READERS = 50_000

/** What a reader has read, less what it may read by now. */
interface Volume {
  bytes: number
  at: number
}

/**
 * Limits the bytes of large responses by reader, in memory: a restart starts from zero. The limit of calls alone would allow a chat
 * session to read 150 MB a minute.
 *
 * @param kilobytes the maximum of one reader in a minute, a quarter of it at once; null: no limit
 * @param what is read
 * @returns a function that begins a response and returns how to count its bytes; it throws DomainError TOO_MANY_REQUESTS over the limit
 */
export function createReadVolume(
  kilobytes: number | null,
  clock: Clock,
  what = 'this conversation',
): (reader: string) => (bytes: number) => void {
  const volumes = new Map<string, Volume>()
  return (reader) => {
    if (kilobytes === null) return () => {}
    const limit = kilobytes * 1000
    const counted = () => {
      const { bytes, at } = volumes.get(reader) ?? { bytes: 0, at: 0 }
      return Math.max(0, bytes - (Math.max(0, clock.now() - at) * limit) / MINUTE_MS)
    }
    const over = counted() - limit * AT_ONCE
    if (over >= 0) throw tooMuch(limit, what, Math.max(1, Math.ceil((over / limit) * MINUTE_SECONDS)))
    return (bytes) => setNewest(volumes, reader, { bytes: counted() + bytes, at: clock.now() }, MOST_READERS)
  }
}

function tooMuch(limit: number, what: string, retryAfter: number): DomainError {
  return new HttpError(
    'TOO_MANY_REQUESTS',
    'read_enough',
    `More than ${limit / 1000} kB of ${what} were read in a minute. Wait for the time in Retry-After, then continue.`,
    { data: { limit, windowSeconds: MINUTE_SECONDS }, headers: { 'retry-after': String(retryAfter) } },
  )
}

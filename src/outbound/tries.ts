/** Up to this share is added to a wait, so that calls that failed together are not repeated together. */
const JITTER = 0.1

/** Milliseconds to the next try. A `Retry-After` moves it later, never earlier. */
export function waitOf(wait: number, retryAfterMs: number | null, random: () => number): number {
  return Math.ceil(Math.max(wait * (1 + JITTER * random()), retryAfterMs ?? 0))
}

/**
 * Milliseconds that a `Retry-After` asks to wait, at most `mostMs`. It is a number of seconds or an HTTP date; null if it is neither, or
 * missing.
 */
export function retryAfterMs(retryAfter: string | undefined, now: number, mostMs: number): number | null {
  if (retryAfter === undefined) return null
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), mostMs)
}

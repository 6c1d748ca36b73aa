import { DomainError } from '../lib/errors.ts'
import type { Clock } from '../lib/time.ts'

const MINUTE_MS = 60_000

/** The number of failed tries within a time. The wait grows with further guesses, up to 15 minutes. */
const WINDOWS = [
  { most: 5, ms: 5 * MINUTE_MS },
  { most: 8, ms: 10 * MINUTE_MS },
  { most: 10, ms: 15 * MINUTE_MS },
]
const LONGEST_MS = 15 * MINUTE_MS
const MOST_TRIES = 10

/** The number of names and networks that are counted separately; all others are counted together. */
const MOST_COUNTED = 20_000
const THE_OTHERS = 'the others'

/** A try, which counts as failed until it has succeeded. */
export interface Try {
  /** It succeeded or was not a guess: it does not count. */
  takeBack(): void
  /** The number of failed tries of the same kind in the last 15 minutes. */
  failed: number
  /** Whether the limit is reached, unless this try is taken back. */
  isLast: boolean
}

/** Counts the tries to guess a password, a code or a link. */
export interface SignInLimits {
  /**
   * Counts a try against each of `keys`, or against none of them if one has reached its limit.
   *
   * @throws DomainError TOO_MANY_REQUESTS, its `data.retryAfter` in seconds
   */
  take(keys: string[]): Try
}

/** The counters of a sign-in: the name and the network, or only the two together if the member signed in from this network before. */
export function signInKeys(name: string, network: string, isKnown: boolean): string[] {
  return isKnown ? [`pair ${network} ${name}`] : [`name ${name}`, guessKey(network)]
}

/** The counters of any other guess. */
export function guessKey(network: string): string {
  return `network ${network}`
}

export function createSignInLimits(clock: Clock): SignInLimits {
  /** The times of failed tries, the oldest first. */
  const failures = new Map<string, number[]>()
  let sweptAt = Number.NEGATIVE_INFINITY

  /** Failures that still count; after the clock was set back, tries of the future do not. */
  const recent = (key: string, now: number) =>
    (failures.get(key) ?? []).filter((at) => at > now - LONGEST_MS && at <= now)

  const sweep = (now: number) => {
    if (Math.abs(now - sweptAt) < MINUTE_MS) return
    sweptAt = now
    for (const key of failures.keys()) if (recent(key, now).length === 0) failures.delete(key)
  }

  const counted = (key: string) => (failures.has(key) || failures.size < MOST_COUNTED ? key : THE_OTHERS)

  return {
    take(wanted) {
      const now = clock.now()
      sweep(now)
      const keys = wanted.map(counted)
      const waits = keys.map((key) => waitAfter(recent(key, now), now))
      const wait = Math.max(...waits)
      if (wait > 0) throw tooMany(wait)
      for (const key of keys) failures.set(key, [...recent(key, now), now].slice(-MOST_TRIES))
      const times = keys.map((key) => failures.get(key) ?? [])
      return {
        takeBack: () => {
          for (const key of keys) remove(failures, key, now)
        },
        failed: Math.max(...times.map(({ length }) => length)) - 1,
        isLast: times.some((each) => waitAfter(each, now) > 0),
      }
    },
  }
}

/** Milliseconds until another try is allowed after failures at these times. */
function waitAfter(times: number[], now: number): number {
  const waits = WINDOWS.map(({ most, ms }) => {
    const oldest = times.at(-most)
    return oldest === undefined ? 0 : oldest + ms - now
  })
  return Math.max(0, ...waits)
}

function remove(failures: Map<string, number[]>, key: string, at: number): void {
  const times = failures.get(key) ?? []
  const index = times.lastIndexOf(at)
  if (index === -1) return
  if (times.length === 1) failures.delete(key)
  else failures.set(key, times.toSpliced(index, 1))
}

function tooMany(waitMs: number): DomainError {
  const retryAfter = Math.ceil(waitMs / 1000)
  return new DomainError(
    'TOO_MANY_REQUESTS',
    'too_many_tries',
    `Too many wrong tries: wait ${Math.ceil(retryAfter / 60)} minutes, then try again.`,
    { retryAfter },
  )
}

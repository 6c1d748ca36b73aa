import { createCounts } from '../lib/counts.ts'
import { DomainError } from '../lib/errors.ts'
import { createNetworkCounts, type NetworkCount, type NetworkCounts } from '../lib/network-counts.ts'
import { setNewest } from '../lib/newest.ts'
import { type Clock, MINUTE_MS } from '../lib/time.ts'

/** The number of wrong tries within a time. The wait grows with further guesses, up to 15 minutes. */
const WINDOWS = [
  { most: 5, ms: 5 * MINUTE_MS },
  { most: 8, ms: 10 * MINUTE_MS },
  { most: 10, ms: 15 * MINUTE_MS },
]
const LONGEST_MS = 15 * MINUTE_MS
const MOST_TRIES = 10
/** The wait of a try that is refused only because of others that have not ended. */
const UNFINISHED_MS = 5_000

/** The most names, networks and so on that are counted, of each kind. Each takes up to 300 bytes, a neighborhood 1 KB. */
const MOST_COUNTED = 20_000
const MOST_NEIGHBORHOODS = 5_000

/** The errors that report a wrong guess. Any other outcome costs no try. */
const WRONG = new Set(['sign_in_refused', 'wrong_code', 'wrong_password', 'no_such_link'])

/** Whether an error reports a wrong guess. */
export function isWrongGuess(error: unknown): boolean {
  return error instanceof DomainError && WRONG.has(error.reason)
}

/**
 * What a guess is counted by, each kind apart from the others:
 *
 * - `stranger`: a password or code of a name, from a network where the member never signed in; by the name and by the network
 * - `known`: the same from a network where the member signed in before; by the two together, so that nobody elsewhere locks them out
 * - `session`: the password of a member who is signed in; by the session, whose cookie strangers don't have
 * - `link`: a one-time link; by the network
 */
export type Guess =
  | { by: 'stranger' | 'known'; name: string; network: string }
  | { by: 'session'; sessionId: string }
  | { by: 'link'; network: string }

/** How a guess stands before its outcome is known. */
export interface Standing {
  /** The number of wrong tries in the last 15 minutes. */
  failed: number
  /** Whether the limit is reached if this one is wrong, too. */
  isLast: boolean
}

/** Counts the wrong tries to guess a password, a code or a link. */
export interface SignInLimits {
  /**
   * Runs the work that checks a guess. A wrong guess counts, see {@link isWrongGuess}. Until its work has ended, every guess counts, so
   * that guesses at the same time cannot exceed the limit together.
   *
   * @throws DomainError TOO_MANY_REQUESTS, its `data.retryAfter` in seconds; what `work` throws
   */
  try<Result>(guess: Guess, work: (standing: Standing) => Promise<Result>): Promise<Result>
}

/** The times of wrong tries, the oldest first. */
type Times = readonly number[]

export function createSignInLimits(clock: Clock): SignInLimits {
  const strangers = createWrongTries()
  const known = createWrongTries()
  const sessions = createWrongTries()
  const links = createWrongTries()
  let sweptAt = Number.NEGATIVE_INFINITY

  const countersOf = (guess: Guess): Counter[] => {
    if (guess.by === 'session') return [sessions.ofKey(guess.sessionId)]
    if (guess.by === 'link') return [links.ofNetwork(guess.network)]
    if (guess.by === 'known') return [known.ofKey(`${guess.network} ${guess.name}`)]
    return [strangers.ofKey(guess.name), strangers.ofNetwork(guess.network)]
  }

  const sweep = (now: number) => {
    if (Math.abs(now - sweptAt) < MINUTE_MS) return
    sweptAt = now
    for (const tries of [strangers, known, sessions, links]) tries.sweep(now)
  }

  return {
    try: async (guess, work) => {
      const now = clock.now()
      sweep(now)
      const counters = countersOf(guess)
      const wait = Math.max(...counters.map((counter) => counter.wait(now)))
      if (wait > 0) throw tooMany(wait)
      const failed = Math.max(...counters.map((counter) => counter.failed(now)))
      const settles = counters.map((counter) => counter.begin())
      const settle = (isWrong: boolean) => {
        for (const end of settles) end(isWrong ? now : undefined)
      }
      try {
        const result = await work({ failed, isLast: counters.some((counter) => counter.wait(now) > 0) })
        settle(false)
        return result
      } catch (error) {
        settle(isWrongGuess(error))
        throw error
      }
    },
  }
}

/** One counter of wrong tries. */
interface Counter {
  /** Milliseconds until another try is allowed. */
  wait(now: number): number
  failed(now: number): number
  /** Counts a try. @returns a function to call at its end, with the time of a wrong one */
  begin(): (wrongAt: number | undefined) => void
}

/** The counters of one kind of guess, in bounded memory. */
interface WrongTries {
  ofKey(key: string): Counter
  ofNetwork(network: string): Counter
  sweep(now: number): void
}

/** Only wrong tries take up memory beyond their end, so that nobody displaces the tries of others without guessing. */
function createWrongTries(): WrongTries {
  const byKey = new Map<string, Times>()
  const byNetwork: NetworkCounts<Times> = createNetworkCounts({
    networks: MOST_COUNTED,
    neighborhoods: MOST_NEIGHBORHOODS,
  })
  const unfinished = createCounts()
  const counter = (place: () => NetworkCount<Times>, id: string): Counter => ({
    wait: (now) => {
      const { value, times } = place()
      const wrong = recent(value, now)
      const wait = waitAfter(wrong, now, times)
      if (wait > 0) return wait
      return waitAfter([...wrong, ...Array(unfinished.get(id)).fill(now)], now, times) > 0 ? UNFINISHED_MS : 0
    },
    failed: (now) => recent(place().value, now).length,
    begin: () => {
      unfinished.add(id, 1)
      return (wrongAt) => {
        unfinished.add(id, -1)
        if (wrongAt === undefined) return
        const { value, times, set } = place()
        set([...recent(value, wrongAt), wrongAt].slice(-MOST_TRIES * times))
      }
    },
  })
  return {
    ofKey: (key) => counter(() => keyed(byKey, key), `key ${key}`),
    ofNetwork: (network) => counter(() => byNetwork.of(network), `network ${byNetwork.of(network).key}`),
    sweep: (now) => {
      const isOver = (times: Times) => recent(times, now).length === 0
      for (const [key, times] of byKey) if (isOver(times)) byKey.delete(key)
      byNetwork.sweep(isOver)
    },
  }
}

function keyed(map: Map<string, Times>, key: string): NetworkCount<Times> {
  return { key, times: 1, value: map.get(key), set: (value) => setNewest(map, key, value, MOST_COUNTED) }
}

/** The wrong tries that still count; after the clock was set back, tries of the future do not. */
function recent(times: Times | undefined, now: number): Times {
  return (times ?? []).filter((at) => at > now - LONGEST_MS && at <= now)
}

/** Milliseconds until another try is allowed after wrong ones. @param factor how many times the limit applies */
function waitAfter(wrong: Times, now: number, factor: number): number {
  const waits = WINDOWS.map(({ most, ms }) => {
    const oldest = wrong.at(-most * factor)
    return oldest === undefined ? 0 : oldest + ms - now
  })
  return Math.max(0, ...waits)
}

function tooMany(waitMs: number): DomainError {
  const retryAfter = Math.ceil(waitMs / 1000)
  const wait = retryAfter < 60 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`
  return new DomainError('TOO_MANY_REQUESTS', 'too_many_tries', `Too many tries: wait ${wait}, then try again.`, {
    retryAfter,
  })
}

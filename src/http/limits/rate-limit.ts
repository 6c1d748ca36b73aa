import { createNetworkCounts, type NetworkCounts } from '../../lib/network-counts.ts'
import type { Clock } from '../../lib/time.ts'
import { HttpError } from '../errors.ts'
import { createAnswersInFlight } from './answers-in-flight.ts'
import { createGuestVolume, createPictureVolume } from './guest-volume.ts'
import { createReadVolume } from './read-volume.ts'

const WINDOW_SECONDS = 60
const WINDOW_MS = WINDOW_SECONDS * 1000
/** The wait of a rejected caller, in seconds: a whole window, which is never too short. */
const RETRY_AFTER = '60'

/** The limits of callers (API reference, Limits); null: no limit. */
export interface RateLimits extends CallLimits {
  /** Unfinished responses of one chat session at a time, to calls with large responses. */
  answers: number | null
  /** Kilobytes of large responses about one conversation in a minute. */
  reads: number | null
  /** Kilobytes that guests of the chat widget may store in a day, per network. */
  guests: number | null
  /** MiB of pictures that guests of the chat widget may send in a day, per network. */
  pictures: number | null
  /** Kilobytes of pictures in a minute, of one member or of the visitors of one network. */
  pictureReads: number | null
}

/** The limited kinds of call, each with its maximum calls a minute. */
interface CallLimits {
  /** All calls of one secret key or chat session. */
  calls: number | null
  /** Calls of `/bulk` routes, which count as `calls`, too. */
  bulk: number | null
  /** Chat sessions started, per workspace and client address. */
  widget: number | null
  /** Calls with an invalid key, or to addresses that do not exist, per network. Keys are too long to be guessed: see `key-format.ts`. */
  unauthorized: number | null
  /** Pages, their scripts and the OpenAPI document, per network. */
  pages: number | null
  /** Messages that a customer sends in one chat session. */
  messages: number | null
}

export type LimitName = keyof CallLimits

export const defaultRateLimits: RateLimits = {
  calls: 600,
  bulk: 30,
  widget: 60,
  unauthorized: 120,
  pages: 3_000,
  messages: 30,
  answers: 4,
  reads: 4_000,
  guests: 1_000,
  pictures: 20,
  pictureReads: 64_000,
}
export const noRateLimits: RateLimits = {
  calls: null,
  bulk: null,
  widget: null,
  unauthorized: null,
  pages: null,
  messages: null,
  answers: null,
  reads: null,
  guests: null,
  pictures: null,
  pictureReads: null,
}

/** The limits by network: a stranger may have many networks. */
const BY_NETWORK = ['widget', 'unauthorized', 'pages'] as const satisfies LimitName[]
/** The maximum numbers of counted networks and neighborhoods, of each limit. */
const MOST_COUNTED = { networks: 10_000, neighborhoods: 2_000 }

/** One limit with the calls of one caller. */
interface Standing {
  name: LimitName
  limit: number
  calls: SlidingWindow
  /** Counts a call. */
  count(): void
}

export interface RateLimiter {
  /**
   * Counts a call against each limit in `names`, or against none if one of them is used up.
   *
   * @param caller the id of a key or session; for limits by network the network, optionally with a space and a further part
   * @returns the headers that report the caller's limits and remaining calls
   * @throws DomainError TOO_MANY_REQUESTS
   */
  take(names: LimitName[], caller: string): Record<string, string>
  /** Whether a call would be refused. Counts nothing. */
  isUsedUp(names: LimitName[], caller: string): boolean
  /** Counts an unfinished large response until the returned function is called. @throws DomainError TOO_MANY_REQUESTS */
  beginAnswer(caller: string): () => void
  /** Begins a large response. @returns a function that counts its bytes @throws DomainError TOO_MANY_REQUESTS */
  beginRead(reader: string): (bytes: number) => void
  /** Counts bytes that a guest of a network stores. @throws DomainError TOO_MANY_REQUESTS, without counting them */
  takeGuestBytes(network: string, bytes: number): void
  /** Counts bytes of pictures that a guest of a network sends; negative ones are given back. @throws as `takeGuestBytes` */
  takePictureBytes(network: string, bytes: number): void
  /** Begins to send a picture. @returns a function that counts its bytes @throws DomainError TOO_MANY_REQUESTS */
  beginPictureRead(reader: string): (bytes: number) => void
}

/** The calls of the last 60 seconds, oldest first. */
interface SlidingWindow {
  times: number[]
  /** The index of the oldest call in the window. */
  head: number
}

export function createRateLimiter(limits: RateLimits, clock: Clock): RateLimiter {
  /** The calls of keys, members and chat sessions, which strangers can't make up. */
  const windows = new Map<string, SlidingWindow>()
  const ofNetworks = new Map<LimitName, NetworkCounts<SlidingWindow>>(
    BY_NETWORK.map((name) => [name, createNetworkCounts(MOST_COUNTED)]),
  )
  let sweepAt = 0

  function standing(name: LimitName, caller: string, now: number): Standing | undefined {
    const limit = limits[name]
    if (limit === null) return undefined
    const counted = ofNetworks.get(name)?.of(caller)
    const key = `${name} ${caller}`
    const calls = (counted ? counted.value : windows.get(key)) ?? { times: [], head: 0 }
    forget(calls, now)
    return {
      name,
      limit: limit * (counted?.times ?? 1),
      calls,
      count: () => {
        calls.times.push(now)
        if (counted) counted.set(calls)
        else windows.set(key, calls)
      },
    }
  }

  /** Drops callers without calls in the window. Runs at most once a window. */
  function sweep(now: number): void {
    if (now < sweepAt && sweepAt - now <= WINDOW_MS) return
    sweepAt = now + WINDOW_MS
    const isOver = (calls: SlidingWindow) => {
      forget(calls, now)
      return calls.times.length === 0
    }
    for (const [key, calls] of windows) if (isOver(calls)) windows.delete(key)
    for (const counts of ofNetworks.values()) counts.sweep(isOver)
  }

  return {
    beginAnswer: createAnswersInFlight(limits.answers),
    beginRead: createReadVolume(limits.reads, clock),
    takeGuestBytes: createGuestVolume(limits.guests, clock),
    takePictureBytes: createPictureVolume(limits.pictures, clock),
    beginPictureRead: createReadVolume(limits.pictureReads, clock, 'pictures'),
    isUsedUp: (names, caller) => {
      const now = clock.now()
      return names.some((name) => isFull(standing(name, caller, now)))
    },
    take(names, caller) {
      const now = clock.now()
      sweep(now)
      const standings = names.map((name) => standing(name, caller, now)).filter((found) => found !== undefined)
      const full = standings.find(isFull)
      if (!full) for (const { count } of standings) count()
      const headers = rateLimitHeaders(standings, now)
      if (!full) return headers
      throw new HttpError(
        'TOO_MANY_REQUESTS',
        'rate_limit',
        `More than ${full.limit} of these calls in ${WINDOW_SECONDS} seconds. Wait for the time in Retry-After, then continue.`,
        {
          data: { limit: full.limit, windowSeconds: WINDOW_SECONDS },
          headers: { ...headers, 'retry-after': RETRY_AFTER },
        },
      )
    },
  }
}

function isFull(standing: Standing | undefined): boolean {
  return standing !== undefined && numberOf(standing.calls) >= standing.limit
}

function numberOf({ times, head }: SlidingWindow): number {
  return times.length - head
}

function forget(calls: SlidingWindow, now: number): void {
  const { times } = calls
  // After the clock was set back, calls with later times would stay in the window for too long.
  if ((times.at(-1) ?? 0) > now) calls.head = times.length
  while (calls.head < times.length && (times[calls.head] ?? 0) <= now - WINDOW_MS) calls.head++
  if (calls.head === times.length || calls.head > 1024) {
    times.splice(0, calls.head)
    calls.head = 0
  }
}

/** The fields of the IETF draft "RateLimit header fields for HTTP"; `t`: seconds until the oldest call stops counting. */
function rateLimitHeaders(standings: Standing[], now: number): Record<string, string> {
  if (standings.length === 0) return {}
  const policy = standings.map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_SECONDS}`)
  const state = standings.map(({ name, limit, calls }) => {
    const oldest = calls.times[calls.head] ?? now
    return `"${name}";r=${Math.max(0, limit - numberOf(calls))};t=${Math.ceil((oldest + WINDOW_MS - now) / 1000)}`
  })
  return { 'ratelimit-policy': policy.join(', '), ratelimit: state.join(', ') }
}

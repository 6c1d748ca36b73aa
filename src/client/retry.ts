import type { Runtime } from './runtime.ts'

/** Attempts of one call in total. */
export const ATTEMPTS = 4
const FIRST_BACKOFF_MS = 250
const LONGEST_BACKOFF_MS = 8_000
/** If a server asks for a longer wait, the error is thrown instead. */
export const LONGEST_WAIT_MS = 60 * 60 * 1000

/** Exponential backoff with full jitter after the given attempt, in milliseconds. */
export function backoff(attempt: number, random: () => number): number {
  return random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1))
}

/** The wait of a `Retry-After` header (seconds or an HTTP date), in milliseconds. Undefined without the header. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Holds back all calls of a client once the server has asked one of them to wait, so that the others don't use up their attempts. */
export interface Throttle {
  /** Closes the gate for `ms` and up to a tenth longer, so that clients that were refused together do not return together. */
  close(ms: number): void
  /** Resolves when the gate is open. All of one client pass at once: those that were refused must not be overtaken by newer calls. */
  pass(signal?: AbortSignal): Promise<void>
}

export function createThrottle({ now, random, sleep }: Runtime): Throttle {
  let opensAt = 0
  return {
    close: (ms) => {
      opensAt = Math.max(opensAt, now() + ms * (1 + random() / 10))
    },
    pass: async (signal) => {
      for (let left = opensAt - now(); left > 0; left = opensAt - now()) await sleep(Math.ceil(left), signal)
    },
  }
}

/** Runs at most `max` works at a time; others wait in the order of their calls. */
export function createSlots(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = max
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

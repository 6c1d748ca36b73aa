import type { Runtime } from './runtime.ts'

/** How often one call is tried in all. */
export const ATTEMPTS = 4
const FIRST_BACKOFF_MS = 250
const LONGEST_BACKOFF_MS = 8_000
/** A server that asks for more patience than this gets none: the error is thrown instead. */
export const LONGEST_WAIT_MS = 60 * 60 * 1000

/** Exponential backoff with full jitter after the given attempt, in milliseconds. */
export function backoff(attempt: number, random: () => number): number {
  return random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1))
}

/** What a `Retry-After` header asks for, in milliseconds: it holds seconds or an HTTP date. Undefined where there is none. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Holds back all calls of a client once the server has asked one of them to wait, so that the others don't use up their attempts. */
export interface Gate {
  /** Nobody passes for `ms`, nor for up to a tenth longer: clients that were refused together should not come back together. */
  close(ms: number): void
  /** Resolves when the gate is open. All of one client pass at once: those that were refused must not be overtaken by newer calls. */
  pass(signal?: AbortSignal): Promise<void>
}

export function createGate({ now, random, sleep }: Runtime): Gate {
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

/** Lets at most `max` works run at a time, the others in the order in which they came. */
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

import { busy } from './errors.ts'

/** Spreads long work over time: of each tenant one work after another, each after a wait that the work before it determines. */
export interface Pace {
  /**
   * Resolves when it is the tenant's turn, with a function that ends the turn. The next work of the tenant waits for so many
   * milliseconds after it. Ending a turn twice is harmless.
   *
   * @param signal leaves the line
   * @throws DomainError SERVICE_UNAVAILABLE if the tenant's line is full; the reason of `signal`
   */
  enter(tenant: string, signal?: AbortSignal): Promise<(waitMs: number) => void>
}

export interface PaceOptions {
  /** The maximum length of one tenant's line. */
  maxWaiting: number
  /** What waits in the lines, in messages. */
  what: string
  /** Calls a function after so many milliseconds. */
  after?: (ms: number, then: () => void) => void
}

export function createPace({ maxWaiting, what, after = later }: PaceOptions): Pace {
  /** The lines of the tenants that have a turn, or whose wait is not over. */
  const lines = new Map<string, (() => void)[]>()

  function next(tenant: string): void {
    const begin = lines.get(tenant)?.shift()
    if (begin) begin()
    else lines.delete(tenant)
  }

  function wait(line: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(begin), 1)
        reject(signal?.reason as Error)
      }
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      signal?.addEventListener('abort', leave, { once: true })
      line.push(begin)
    })
  }

  return {
    enter: async (tenant, signal) => {
      signal?.throwIfAborted()
      const line = lines.get(tenant)
      if (!line) lines.set(tenant, [])
      else if (line.length >= maxWaiting) throw busy(`Too many ${what} of this workspace are already waiting.`)
      else await wait(line, signal)
      let hasTurn = true
      return (waitMs) => {
        if (!hasTurn) return
        hasTurn = false
        if (waitMs > 0) after(waitMs, () => next(tenant))
        else next(tenant)
      }
    },
  }
}

export function later(ms: number, then: () => void): void {
  setTimeout(then, ms).unref()
}

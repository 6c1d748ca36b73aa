import { createCounts } from './counts.ts'
import { busy } from './errors.ts'

/** Limits how many callers are inside at a time. Others wait in one line per tenant, and the lines take turns. */
export interface Gate {
  /**
   * Resolves when a place is free, with a function that leaves it. Calling the function twice is harmless.
   *
   * @throws DomainError SERVICE_UNAVAILABLE if the tenant's line is full
   */
  enter(tenant: string): Promise<() => void>
}

export interface GateOptions {
  /** The maximum number of places of one tenant: if lower than all places, one tenant cannot take all. */
  perTenant?: number
  /** The maximum length of one tenant's line, and of all lines together. */
  maxWaiting?: number
  maxInAll?: number
  /** What waits in the lines, in messages. */
  what?: string
}

export function createGate(
  places: number,
  {
    perTenant = places,
    maxWaiting = Number.POSITIVE_INFINITY,
    maxInAll = Number.POSITIVE_INFINITY,
    what = 'large requests',
  }: GateOptions = {},
): Gate {
  /** The lines, in the order of their turns. */
  const lines = new Map<string, (() => void)[]>()
  const inside = createCounts()
  let free = places
  let waiting = 0

  const mayEnter = (tenant: string) => free > 0 && inside.get(tenant) < perTenant
  const take = (tenant: string) => {
    free--
    inside.add(tenant, 1)
  }
  const giveBack = (tenant: string) => {
    free++
    inside.add(tenant, -1)
  }
  const admitNext = () => {
    // The loop reaches a tenant again that it has moved to the end, while there are places.
    for (const [tenant, line] of lines) {
      if (!mayEnter(tenant)) continue
      lines.delete(tenant)
      const enter = line.shift()
      waiting--
      if (line.length > 0) lines.set(tenant, line)
      take(tenant)
      enter?.()
    }
  }
  const wait = (tenant: string) =>
    new Promise<void>((resolve) => {
      const line = lines.get(tenant) ?? []
      if (line.length >= maxWaiting) throw busy(`Too many ${what} of this workspace are already waiting.`)
      if (waiting >= maxInAll) throw busy(`Too many ${what} are already waiting.`)
      waiting++
      line.push(resolve)
      lines.set(tenant, line)
    })
  return {
    enter: async (tenant) => {
      if (mayEnter(tenant)) take(tenant)
      else await wait(tenant)
      let isInside = true
      return () => {
        if (!isInside) return
        isInside = false
        giveBack(tenant)
        admitNext()
      }
    },
  }
}

/** Resolves after all work that already waits for the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

import { createCounts } from './counts.ts'
import { busy } from './errors.ts'

/** Lets at most so many in at a time. The others wait in a line for each tenant, and the lines take turns. */
export interface Gate {
  /**
   * Resolves, once there is a place, with how to leave it. Leaving twice is leaving once.
   *
   * @throws DomainError SERVICE_UNAVAILABLE when the tenant's line is full
   */
  enter(tenant: string): Promise<() => void>
}

export interface GateOptions {
  /** How many places one tenant may have at a time: with fewer than there are, the others never find all of them taken by one. */
  perTenant?: number
  /** How many may wait in one tenant's line. */
  maxWaiting?: number
}

export function createGate(
  places: number,
  { perTenant = places, maxWaiting = Number.POSITIVE_INFINITY }: GateOptions = {},
): Gate {
  /** The lines, that of the tenant whose turn is next first. */
  const lines = new Map<string, (() => void)[]>()
  const inside = createCounts()
  let free = places

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
    // A tenant that is put at the end is come to again, as long as there are places.
    for (const [tenant, line] of lines) {
      if (!mayEnter(tenant)) continue
      lines.delete(tenant)
      const enter = line.shift()
      if (line.length > 0) lines.set(tenant, line)
      take(tenant)
      enter?.()
    }
  }
  const wait = (tenant: string) =>
    new Promise<void>((resolve) => {
      const line = lines.get(tenant) ?? []
      if (line.length >= maxWaiting) throw busy('Too many large requests of this workspace wait already.')
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

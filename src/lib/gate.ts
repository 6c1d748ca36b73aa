/** Lets at most so many in at a time; the others wait in the order in which they came. */
export interface Gate {
  /** Resolves, once there is a place, with how to leave it. Leaving twice is leaving once. */
  enter(): Promise<() => void>
}

export function createGate(places: number): Gate {
  const waiting: (() => void)[] = []
  let free = places
  return {
    enter: async () => {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      let inside = true
      return () => {
        if (!inside) return
        inside = false
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}

/** Parts of the interval: waits that end in the same part end together. */
const PARTS = 10

/** Ends waits after an interval, at the earliest nine tenths of it. */
export interface Heartbeats {
  /** Calls `end` after the interval. @returns ends the wait without the call */
  wait(end: () => void): () => void
}

/** Thousands of streams wait for the same time: with a timer for each, each would wake the processor. */
export function createHeartbeats(intervalMs: number): Heartbeats {
  const parts = Array.from({ length: PARTS }, () => new Set<() => void>())
  let now = 0
  let waiting = 0
  let timer: NodeJS.Timeout | undefined

  function beat(): void {
    now = (now + 1) % PARTS
    // Those that wait again are due in a whole interval.
    for (const end of [...(parts[now] ?? [])]) end()
  }

  return {
    wait: (end) => {
      const part = parts[now]
      part?.add(end)
      waiting++
      timer ??= setInterval(beat, intervalMs / PARTS)
      return () => {
        if (!part?.delete(end)) return
        waiting--
        if (waiting > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

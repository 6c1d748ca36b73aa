import { nextTurn } from '../lib/gate.ts'

/** Parts of the interval: waits that end in the same part end one after another. */
const PARTS = 10
/** Waits that end in a turn of the event loop: after a start thousands of streams come back in the same part. */
const IN_A_TURN = 64

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

  async function beat(): Promise<void> {
    now = (now + 1) % PARTS
    const part = parts[now]
    // Those that wait again are due in a whole interval.
    for (const [index, end] of [...(part ?? [])].entries()) {
      if (index > 0 && index % IN_A_TURN === 0) await nextTurn()
      if (part?.has(end)) end()
    }
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

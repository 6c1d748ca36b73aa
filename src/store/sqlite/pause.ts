/** The background pauses for this multiple of its working time. */
const PAUSE = 2
/** The longest pause: if the machine was paused, a work may seem to have taken minutes. */
const MAX_PAUSE_MS = 500

/** The pauses of background writes while there are other writes. */
export interface Pause {
  /** Pauses after background work. Times are those of `performance.now()`. */
  after(started: number, ended: number): void
  /** Whether the pause is over. Waits for its end, or for a foreground write, which takes precedence. */
  isOver(): Promise<boolean>
  /** Called with each write, so that a foreground write ends the wait. */
  noteWrite(): void
}

export function createPause(foregroundWaits: () => boolean): Pause {
  let until = 0
  /** Ends the wait; undefined while nothing waits. */
  let endWait: (() => void) | undefined
  return {
    after: (started, ended) => {
      until = ended + Math.min((ended - started) * PAUSE, MAX_PAUSE_MS)
    },
    isOver: async () => {
      const left = until - performance.now()
      if (left <= 0) return true
      if (foregroundWaits()) return false
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        endWait = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      endWait = undefined
      return !foregroundWaits()
    },
    noteWrite: () => {
      if (foregroundWaits()) endWait?.()
    },
  }
}

import type { Clock } from '../lib/time.ts'

/** The machine's clock with an offset into the future. */
export interface DevClock extends Clock {
  /** The offset in milliseconds. */
  ahead(): number
  advance(ms: number): void
  /** Sets the offset to 0. */
  reset(): void
}

export function createDevClock(machine: Clock): DevClock {
  let ahead = 0
  return {
    now: () => machine.now() + ahead,
    ahead: () => ahead,
    advance: (ms) => {
      ahead += ms
    },
    reset: () => {
      ahead = 0
    },
  }
}

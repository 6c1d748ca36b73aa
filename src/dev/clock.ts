import type { Clock } from '../lib/clock.ts'

/** The machine's clock, moved forward as far as somebody asks for. */
export interface DevClock extends Clock {
  /** How far it is ahead, in milliseconds. */
  ahead(): number
  advance(ms: number): void
  /** Back to the machine's time. */
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

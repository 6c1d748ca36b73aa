/** Reproducible random numbers: mulberry32. */
export interface Random {
  /** From `min` to `max`, both included. */
  int(min: number, max: number): number
  pick<T>(from: readonly T[]): T
  /** True with this probability. */
  chance(share: number): boolean
}

export function randomFrom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    int,
    pick: (from) => {
      if (from.length === 0) throw new RangeError('There is nothing to pick from')
      return from[int(0, from.length - 1)] as (typeof from)[number]
    },
    chance: (share) => next() < share,
  }
}

/** The time at which the sample data ends. */
export const NOW = Date.parse('2026-10-31T18:00:00Z')
/** Its first order is of this day. */
export const OPENING = Date.parse('2025-11-03T08:00:00Z')

/** ISO-8601 in UTC, to the second. */
export const iso = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`

/** The time at which the sample data ends. */
export const NOW = Date.parse('2026-10-31T18:00:00Z')
/** Its first order is of this day. */
export const OPENING = Date.parse('2025-11-03T08:00:00Z')

/** ISO-8601 in UTC, to the second. */
export const iso = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`

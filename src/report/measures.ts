/*
 * What is counted of a day: rows of report_days, each a name and a number. `chats` and `refunds` are counted on the day on which they
 * began, in the time zone that the workspace had then.
 */

/** Chats in which a customer has written, and those of them in which people took part. */
export const CHATS = 'chats'
export const PEOPLE = 'people'
/** Chats that the assistant alone has answered: see `isResolved`. */
export const RESOLVED = 'resolved'
/** Chats that were counted, and are erased since: their day can't be counted from nothing. */
export const ERASED = 'erased'
/** Questions that the assistant could not answer. */
export const UNANSWERED = 'unanswered'
/** The prefixes of measures that have a name of their own behind them. */
export const HAND_OVER = 'hand_over'
export const TOPIC = 'topic'
export const RATING = 'rating'
/** Behind them is the place of a bucket of {@link BOUNDS}. */
export const FIRST_REPLY = 'first_reply'
export const CLOSE = 'close'
/** `refunds.STATUS.REASON.CURRENCY`, and the sum of their amounts in minor units. */
export const REFUNDS = 'refunds'
export const REFUND_AMOUNT = 'refund_amount'

/** Numbers by the name of a measure. */
export type Measures = Record<string, number>

/** Upper bounds of the buckets of times, in seconds. What takes longer is in the last one. */
export const BOUNDS = [
  ...[5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1_200, 1_800, 2_700, 3_600, 5_400, 7_200],
  ...[10_800, 14_400, 21_600, 28_800, 43_200, 64_800, 86_400, 129_600, 172_800, 259_200, 432_000, 604_800, 1_209_600],
]

/** The measure that counts a time. @param ms milliseconds; a clock that was set back makes it 0 */
export function bucketOf(prefix: string, ms: number): string {
  const seconds = Math.max(0, ms) / 1_000
  const index = BOUNDS.findIndex((bound) => seconds <= bound)
  return `${prefix}.${index === -1 ? BOUNDS.length : index}`
}

/** How many times were counted, and about how long they were, in seconds; null: none, or more than the last bound. */
export interface Times {
  count: number
  median: number | null
  p90: number | null
}

/** Reads times from the counts of buckets. */
export function timesOf(prefix: string, measures: Measures): Times {
  const counts = [...BOUNDS.keys(), BOUNDS.length].map((index) => measures[`${prefix}.${index}`] ?? 0)
  const count = counts.reduce((sum, one) => sum + one, 0)
  const at = (share: number): number | null => {
    let seen = 0
    const index = counts.findIndex((one) => {
      seen += one
      return one > 0 && seen >= count * share
    })
    return BOUNDS[index] ?? null
  }
  return { count, median: at(0.5), p90: at(0.9) }
}

/** The measures behind a prefix, without it, the largest first. */
export function namedMeasures(prefix: string, measures: Measures): { name: string; count: number }[] {
  return Object.entries(measures)
    .filter(([name, count]) => name.startsWith(`${prefix}.`) && count > 0)
    .map(([name, count]) => ({ name: name.slice(prefix.length + 1), count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
}

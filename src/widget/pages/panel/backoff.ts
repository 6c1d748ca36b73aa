const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/**
 * The wait before the next try, after so many failures in a row: it doubles up to a minute. Half of it is left to chance, so that the
 * pages of a whole shop do not come back at the same moment after an outage.
 *
 * @param random from 0 to 1
 */
export function backoffMs(failures: number, random: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1)) * (0.5 + random / 2)
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts'

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/** Ten years. */
const LONGEST_MS = 3_650 * DAY_MS

export const DURATION_HINT = 'must be a time such as 500ms, 20s, 15m, 1h or 2d, of at most ten years'

/** Reads `20s`, `1h30m` or a number of milliseconds; undefined if it is invalid. @returns milliseconds */
export function parseDuration(value: string | number): number | undefined {
  const ms = typeof value === 'number' ? value : sumOf(value)
  return ms !== undefined && Number.isSafeInteger(ms) && ms >= 0 && ms <= LONGEST_MS ? ms : undefined
}

function sumOf(text: string): number | undefined {
  if (!/^(\d{1,12}(ms|[smhd]))+$/.test(text)) return undefined
  return [...text.matchAll(/(\d+)(ms|[smhd])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0),
    0,
  )
}

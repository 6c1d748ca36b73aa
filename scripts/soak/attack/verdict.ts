import type { Measured } from './measure.ts'

/** What others may suffer from callers without a key, and from callers with one. */
export const limits = {
  strangers: { p99: 250, memoryMb: 600 },
  shops: { worst: 1_000, memoryMb: 1_500 },
}
/** Below this a median is as before, whatever it was. */
const CALM_MS = 10

/** The harm that an attack did; empty if it did no more than it may. */
export function problems(by: keyof typeof limits, measured: Measured): string[] {
  const { p99, worst, before, settled, failures, memory, ended } = measured
  const [first] = failures
  const found = [
    ended !== undefined && `the server ended: ${ended}`,
    Number.isNaN(worst) && 'no push was made',
    by === 'strangers' && p99 > limits.strangers.p99 && `push p99 ${ms(p99)}, more than ${ms(limits.strangers.p99)}`,
    by === 'shops' && worst > limits.shops.worst && `a push took ${ms(worst)}, more than ${ms(limits.shops.worst)}`,
    first !== undefined && `${failures.length} pushes failed, the first: ${first}`,
    memory.peak >= limits[by].memoryMb && `${memory.peak.toFixed(0)} MB of memory, not below ${limits[by].memoryMb} MB`,
    settled > Math.max(2 * before, CALM_MS) &&
      `10 s after it the median push takes ${ms(settled)}, ${ms(before)} before`,
  ]
  return found.filter((problem) => problem !== false)
}

const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`

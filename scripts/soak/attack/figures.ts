import type { Sample } from './shop.ts'

/** Latencies of the calls of one kind in one span of time, in milliseconds. */
export interface Figures {
  calls: number
  median: number
  p99: number
  worst: number
  /** The number of calls without a 2xx, and the reason of the first one. */
  failed: number
  firstFailure: string | undefined
}

/** Figures of the calls sent from `from` until `to`. */
export function figures(samples: Sample[], from: number, to: number): Figures {
  const within = samples.filter(({ at }) => at >= from && at < to)
  const sorted = within.map(({ ms }) => ms).sort((a, b) => a - b)
  const failures = within.map(({ failure }) => failure).filter((failure) => failure !== undefined)
  return {
    calls: within.length,
    median: share(sorted, 0.5),
    p99: share(sorted, 0.99),
    worst: sorted.at(-1) ?? Number.NaN,
    failed: failures.length,
    firstFailure: failures[0],
  }
}

function share(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

import type { Sample } from './shop.ts'

/** Latencies of the calls of one kind in one stretch of time, in milliseconds. */
export interface Figures {
  calls: number
  median: number
  p99: number
  worst: number
  /** How many had no 2xx, and why the first of them had none. */
  failed: number
  firstFailure: string | undefined
}

/** What the calls that were sent from `from` until `to` took. */
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

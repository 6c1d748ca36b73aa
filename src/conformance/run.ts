import { skip } from './check.ts'
import { checks } from './checks.ts'
import type { Probe } from './probe.ts'

export interface Result {
  name: string
  status: 'pass' | 'fail' | 'skip'
  why: string
  mend: string
  /** Null for what passed. */
  reason: string | null
  durationMs: number
}

const NOT_ALLOWED =
  'It would refund for real: name an order that may be refunded with --order, or allow it with --create.'

/**
 * Tries an endpoint with one check after the other. Nothing that an endpoint does makes it throw.
 *
 * @param create whether refunds may be ordered, which a shop makes for real
 */
export async function runChecks(
  probe: Probe,
  { create, onResult = () => {} }: { create: boolean; onResult?: (result: Result) => void },
): Promise<Result[]> {
  const results: Result[] = []
  let closed: string | undefined
  for (const { name, why, mend, gate, refunds, run } of checks) {
    const started = performance.now()
    const outcome =
      closed === undefined ? (refunds && !create ? skip(NOT_ALLOWED) : await run(probe)) : skip(notReached(closed))
    if (gate && outcome.status === 'fail') closed = name
    const reason = outcome.status === 'pass' ? null : outcome.reason
    const result = {
      name,
      status: outcome.status,
      why,
      mend,
      reason,
      durationMs: Math.round(performance.now() - started),
    }
    results.push(result)
    onResult(result)
  }
  return results
}

const notReached = (closed: string) => `Nothing can be told of it as long as ${closed} fails.`

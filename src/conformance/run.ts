import { junitReport } from '../lib/junit.ts'
import type { Check, CheckGroup } from './check.ts'
import { groups } from './checks.ts'
import type { Probe } from './probe.ts'

export interface Result {
  group: string
  name: string
  status: 'pass' | 'fail' | 'skip'
  why: string
  fix: string
  /** Null if the check passed. */
  reason: string | null
  durationMs: number
}

/** Called while the checks run. */
export interface CheckProgress {
  /** Called after each check that ran. */
  onResult?(result: Result): void
  /** Called if checks of a group were not run, all for the same reason. */
  onSkipped?(group: string, results: Result[], reason: string): void
}

const NOT_ALLOWED =
  'These checks make a real refund. Use --order to name an order that may be refunded, or --create to allow refunds.'

const TIME_IS_OVER = 'The time for all checks was over. The endpoint responds too slowly.'

/**
 * Runs all checks on an endpoint, one after another. Failures of the endpoint never throw.
 *
 * @param create whether real refunds may be ordered
 * @param whyNoRefunds the reason, if not
 * @param endsAt when all checks must have ended, on the clock of `performance.now()`; the others are skipped
 */
export async function runChecks(
  probe: Probe,
  {
    create,
    whyNoRefunds = NOT_ALLOWED,
    endsAt = Number.POSITIVE_INFINITY,
    onResult = () => {},
    onSkipped = () => {},
  }: { create: boolean; whyNoRefunds?: string; endsAt?: number } & CheckProgress,
): Promise<Result[]> {
  const results: Result[] = []
  let closed: string | undefined
  const isOver = () => performance.now() >= endsAt

  function whyNot({ needs, refunds }: CheckGroup): string | undefined {
    if (isOver()) return TIME_IS_OVER
    if (closed !== undefined) return `Needs ${closed} to pass.`
    const isMissing = needs && !results.some(({ name, status }) => name === needs.check && status === 'pass')
    if (isMissing) return `Needs ${needs.what}.`
    return refunds && !create ? whyNoRefunds : undefined
  }

  for (const group of groups) {
    const skipped: Result[] = []
    for (const check of group.checks) {
      const reason = whyNot(group)
      const ran = reason === undefined ? await run(group, check, probe) : skippedResult(group, check, reason)
      // A request that was cut off says nothing about the endpoint.
      const result = ran.status === 'fail' && isOver() ? skippedResult(group, check, TIME_IS_OVER) : ran
      results.push(result)
      if (reason !== undefined) skipped.push(result)
      else onResult(result)
      if (check.gate && result.status === 'fail') closed = check.name
    }
    if (skipped[0]) onSkipped(group.name, skipped, skipped[0].reason ?? '')
  }
  return results
}

async function run({ name: group }: CheckGroup, { name, why, fix, run }: Check, probe: Probe): Promise<Result> {
  const started = performance.now()
  const outcome = await run(probe)
  const durationMs = Math.round(performance.now() - started)
  const reason = outcome.status === 'pass' ? null : outcome.reason
  return { group, name, status: outcome.status, why, fix, reason, durationMs }
}

function skippedResult({ name: group }: CheckGroup, { name, why, fix }: Check, reason: string): Result {
  return { group, name, status: 'skip', why, fix, reason, durationMs: 0 }
}

/** The results as JUnit XML, for continuous integration. */
export function junitXml(url: string, results: Result[]): string {
  return junitReport(
    `refund endpoint ${url}`,
    'refund endpoint',
    results.map(({ why, fix, ...result }) => ({ ...result, detail: `${why}\nTo fix it: ${fix}` })),
  )
}

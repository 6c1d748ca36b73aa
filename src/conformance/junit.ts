import { junitReport } from '../lib/junit.ts'
import type { Result } from './run.ts'

/** The results as JUnit XML, for continuous integration. */
export function junitXml(url: string, results: Result[]): string {
  return junitReport(
    `refund endpoint ${url}`,
    'refund endpoint',
    results.map(({ why, fix, ...result }) => ({ ...result, detail: `${why}\nTo fix it: ${fix}` })),
  )
}

// npm run audit: asks the registry for known weaknesses of all packages, and fails if there are any. A registry without advisories,
// such as a mirror, or one that can't be reached, is reported but is not a failure: the result is unknown then.
import { spawnSync } from 'node:child_process'

/** The output of `npm audit --json`: a report, or the reason why it is missing. */
interface Answer {
  metadata?: { vulnerabilities: { total: number }; dependencies: { total: number } }
  message?: string
}

const AUDIT = ['audit', '--fetch-retries=0', '--fetch-timeout=20000']

const { stdout } = spawnSync('npm', [...AUDIT, '--json'], { encoding: 'utf8' })
const { metadata, message } = JSON.parse(stdout) as Answer
if (!metadata) {
  console.log(`npm audit: NOT CHECKED, the registry gives no answer (${message ?? stdout})`)
} else if (metadata.vulnerabilities.total > 0) {
  spawnSync('npm', AUDIT, { stdio: 'inherit' })
  process.exitCode = 1
} else {
  console.log(`npm audit: no known weakness in ${metadata.dependencies.total} packages`)
}

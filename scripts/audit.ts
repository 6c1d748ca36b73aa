// npm run audit: asks the registry for known weaknesses of all packages, and fails where there are any. A registry that keeps no
// advisories, as mirrors do, or that can't be reached, is told and is no failure: nothing is known then, for better or worse.
import { spawnSync } from 'node:child_process'

/** What `npm audit --json` prints: a report, or why there is none. */
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

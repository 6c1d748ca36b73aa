import { bodyChecks } from './body-checks.ts'
import type { CheckGroup } from './check.ts'
import { createChecks } from './create-checks.ts'
import { previewChecks } from './preview-checks.ts'
import { signatureChecks } from './signature-checks.ts'
import { connectionChecks, transportChecks } from './transport-checks.ts'
import { workingChecks } from './working-checks.ts'

const ping = { check: 'ping', what: 'a working ping' }
const preview = { check: 'preview-answered', what: 'a working preview' }

/** All checks, in the order in which they run. */
export const groups: CheckGroup[] = [
  { name: 'connection', checks: connectionChecks },
  { name: 'working', checks: workingChecks },
  { name: 'signature', needs: ping, checks: signatureChecks },
  { name: 'body', needs: preview, checks: bodyChecks },
  { name: 'preview', needs: preview, checks: previewChecks },
  { name: 'create', needs: preview, refunds: true, checks: createChecks },
  { name: 'transport', needs: ping, checks: transportChecks },
]

export const checks = groups.flatMap((group) => group.checks)

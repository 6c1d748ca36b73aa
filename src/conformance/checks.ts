import { bodyChecks } from './body-checks.ts'
import type { Check } from './check.ts'
import { createChecks } from './create-checks.ts'
import { previewChecks } from './preview-checks.ts'
import { signatureChecks } from './signature-checks.ts'
import { connectionChecks, transportChecks } from './transport-checks.ts'

/** All that a refund endpoint has to do, in the order in which it is tried. */
export const checks: Check[] = [
  ...connectionChecks,
  ...signatureChecks,
  ...bodyChecks,
  ...previewChecks,
  ...createChecks,
  ...transportChecks,
]

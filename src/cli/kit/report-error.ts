import { StorewireError } from '../../client/error.ts'
import { DomainError } from '../../lib/errors.ts'
import { messageOf } from './help.ts'
import { onOneLine, printJson, warn } from './output.ts'

/** An error as scripts get it. */
export interface ReportedError {
  /** The API's code; `USAGE` for a wrong command line, `FAILED` for an error without a code. */
  code: string
  message: string
  /** Distinguishes errors with the same code. */
  reason?: string
  /** The HTTP status, if a server refused the call. */
  status?: number
  requestId?: string
  data?: unknown
}

export function reportedError(error: Error): ReportedError {
  const message = messageOf(error)
  if (error instanceof DomainError) return { code: error.code, message, reason: error.reason, data: error.facts }
  if (!(error instanceof StorewireError)) return { code: 'FAILED', message }
  const { code, status, requestId, body } = error
  const { data } = (body ?? {}) as { data?: unknown }
  return {
    code,
    message,
    ...(status === 0 ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(data === undefined ? {} : { data }),
  }
}

/**
 * Reports an error on standard error: one line for people, with --json one JSON value `{"error": …}` on its last line. Standard output
 * is only for results, so a script that reads it finds nothing there after a failure.
 */
export function reportError(error: ReportedError, json: boolean): void {
  if (json) printJson({ error }, process.stderr)
  else warn(`storewire: ${onOneLine(error.message)}`)
}

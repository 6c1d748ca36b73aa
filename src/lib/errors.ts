/** The kinds of error. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_SUPPORTED'
  | 'REQUEST_TIMEOUT'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'REQUEST_HEADER_FIELDS_TOO_LARGE'
  | 'INTERNAL_SERVER_ERROR'
  | 'NOT_IMPLEMENTED'
  | 'SERVICE_UNAVAILABLE'

declare global {
  // Of V8. The types of Node.js have it; pages, which read this file too, are compiled without them.
  interface ErrorConstructor {
    stackTraceLimit: number
  }
}

/** The kinds that are logged with the place where they were thrown. */
const FAULTS = new Set<ErrorCode>(['INTERNAL_SERVER_ERROR', 'NOT_IMPLEMENTED', 'SERVICE_UNAVAILABLE'])

/** One problem of a request. `path` leads from the body's root to the value, e.g. `["data", 3, "items", 0]`. */
export interface Issue {
  path: (string | number)[]
  message: string
}

/**
 * An expected error: thrown where the fact is known, and turned into a response by HTTP or into a line by the command line.
 * `reason` is one word for programs, which distinguishes errors of the same code. `message` is for people and names no status, command
 * or page: HTTP and the command line add those, each from a table. `facts` are for programs.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly reason: string
  readonly facts: Record<string, unknown>

  constructor(code: ErrorCode, reason: string, message: string, facts: Record<string, unknown> = {}, cause?: unknown) {
    const limit = Error.stackTraceLimit
    // Where it was thrown matters only for faults of the server. To write it out costs more than the rest of most refusals.
    if (!FAULTS.has(code)) Error.stackTraceLimit = 0
    super(message, { cause })
    Error.stackTraceLimit = limit
    this.name = 'DomainError'
    this.code = code
    this.reason = reason
    this.facts = facts
  }
}

/** An error for an invalid request, with the first 100 issues. */
export function badRequest(message: string, issues: Issue[]): DomainError {
  return new DomainError('BAD_REQUEST', 'invalid', message, { issues: issues.slice(0, 100) })
}

/** An error for a request that the current state does not allow. */
export function conflict(reason: string, message: string, facts: Record<string, unknown> = {}): DomainError {
  return new DomainError('CONFLICT', reason, message, facts)
}

/** An error for a request over a limit of the moment. `problem` is a sentence. */
export function busy(problem: string): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'busy',
    `${problem} Nothing was stored. Send the request again in a second.`,
  )
}

/** A message with help, after a colon instead of the final period. */
export function withHelp(message: string, help: string | undefined): string {
  return help === undefined ? message : `${message.replace(/\.$/, '')}: ${help}.`
}

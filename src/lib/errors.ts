/** What kinds of error there are. */
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

/** One thing wrong with a request. `path` leads from the body's root to the value, e.g. `["data", 3, "items", 0]`. */
export interface Issue {
  path: (string | number)[]
  message: string
}

/**
 * Why something was not done: thrown where the fact is known, and turned into a response or a line by whoever was asked for it.
 * `reason` tells it from others of its code, in one word for programs; `message` is one sentence for people, which names no status, command or page:
 * those are added by HTTP and the command line, each from a table. `facts` are for programs.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly reason: string
  readonly facts: Record<string, unknown>

  constructor(code: ErrorCode, reason: string, message: string, facts: Record<string, unknown> = {}, cause?: unknown) {
    super(message, { cause })
    this.name = 'DomainError'
    this.code = code
    this.reason = reason
    this.facts = facts
  }
}

/** Something does not fit, with what is wrong and where; the first 100 issues are kept. */
export function badRequest(message: string, issues: Issue[]): DomainError {
  return new DomainError('BAD_REQUEST', 'invalid', message, { issues: issues.slice(0, 100) })
}

/** Something that does not go together with how things are. */
export function conflict(reason: string, message: string, facts: Record<string, unknown> = {}): DomainError {
  return new DomainError('CONFLICT', reason, message, facts)
}

/** There is no room for a request right now; `problem` is a sentence. */
export function busy(problem: string): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'busy',
    `${problem} Nothing was stored. Send the request again in a second.`,
  )
}

/** A message with what to do about it, in place of the point at its end. */
export function withHelp(message: string, help: string | undefined): string {
  return help === undefined ? message : `${message.replace(/\.$/, '')}: ${help}.`
}

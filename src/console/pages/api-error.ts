interface Fields {
  code: string
  message: string
  facts?: Record<string, unknown>
  status?: number
  requestId?: string | null
  retryAfter?: number | null
  cause?: unknown
}

/** A call that the server did not do. `message` is one sentence for people, which says what to do. */
export class ApiError extends Error {
  readonly code: string
  /** The detailed reason, such as `wrong_status`; empty if the error has none. */
  readonly reason: string
  readonly facts: Record<string, unknown>
  /** 0 where the server could not be reached. */
  readonly status: number
  readonly requestId: string | null
  /** Seconds until the call may be sent again. */
  readonly retryAfter: number | null

  constructor({ code, message, facts = {}, status = 0, requestId = null, retryAfter = null, cause }: Fields) {
    super(message, { cause })
    this.code = code
    this.reason = typeof facts.reason === 'string' ? facts.reason : ''
    this.facts = facts
    this.status = status
    this.requestId = requestId
    this.retryAfter = retryAfter
  }

  /** What is wrong with a field of the form that was sent. */
  issue(field: string): string | undefined {
    const issues = Array.isArray(this.facts.issues) ? (this.facts.issues as { path: unknown[]; message: string }[]) : []
    return issues.find(({ path }) => path[0] === field)?.message
  }
}

/** The person closed the dialog that a call needed: nothing was sent, and there is nothing to report. */
export class Cancelled extends Error {}

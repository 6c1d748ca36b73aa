/** Every code of the API with its HTTP status. */
export const statusOf = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  REQUEST_HEADER_FIELDS_TOO_LARGE: 431,
  INTERNAL_SERVER_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof statusOf

/** One thing wrong with a request. `path` leads from the body's root to the value, e.g. `["data", 3, "items", 0]`. */
export interface Issue {
  path: (string | number)[]
  message: string
}

/**
 * The one error of the API: thrown where the fact is known, turned into a response by the server and into a line by the CLI.
 * `message` is one sentence that tells its reader what to do. `data` is shown to the caller; so are `headers`.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly data: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    {
      data = {},
      headers = {},
      cause,
    }: { data?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'ApiError'
    this.code = code
    this.data = data
    this.headers = headers
  }

  get status(): number {
    return statusOf[this.code]
  }
}

/** A 400 that names what is wrong and where; the first 100 issues are told. */
export function badRequest(message: string, issues: Issue[]): ApiError {
  return new ApiError('BAD_REQUEST', message, { data: { issues: issues.slice(0, 100) } })
}

/** A 409 that a program can tell from others by its `reason`. */
export function conflict(reason: string, message: string, more: Record<string, unknown> = {}): ApiError {
  return new ApiError('CONFLICT', message, { data: { reason, ...more } })
}

/** A 503 for a request that the server has no room for now; `problem` is a sentence. */
export function busy(problem: string): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', `${problem} Nothing was stored. Send the request again in a second.`, {
    headers: { 'retry-after': '1' },
  })
}
